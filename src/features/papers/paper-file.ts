/** The type of a PDF. */
export const PDF = 'application/pdf';

/** How much of a file `isPdf` needs to see: readers of PDFs look that far for the signature. */
export const PDF_BYTES = 1024;

/** How markup begins, in one byte a character or two: a page that becomes a PDF further down is none. */
const MARKUP = /<\0?[a-z!?/%]/i;

/**
 * Whether a file that begins like this is a PDF, whatever its name or its sender says. Scanners, printers' queues and
 * mail programs put line breaks, a byte order mark or a header of their own before it.
 */
export function isPdf(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, PDF_BYTES));
  const start = text.indexOf('%PDF-');
  return start >= 0 && !MARKUP.test(text.slice(0, start));
}

/** What an artist can choose: iPhones write HEIC, which Windows has no type for. */
export const PAPER_FILES = [PDF, 'image/jpeg', 'image/png', 'image/webp', '.heic', '.heif'].join();

const EXTENSIONS: Record<string, string> = { [PDF]: 'pdf', 'image/webp': 'webp' };

/** Where a certificate is in its bucket: {artist}/{id}.pdf, or a photo. */
export const paperPath = (artist: string, id: string, type: string): string =>
  `${artist}/${id}.${EXTENSIONS[type] ?? 'jpg'}`;

/** What it is called as a download: 'Insurance of Ana Ruiz.pdf'. */
export const paperName = (artist: string, path: string): string =>
  `Insurance of ${artist}.${path.split('.').pop() ?? 'pdf'}`;
