/** The type of a PDF. */
export const PDF = 'application/pdf';

const SIGNATURE = '%PDF-';

/** Whether a file that begins like this is a PDF, whatever its name or its sender says: nothing may stand before it. */
export const isPdf = (head: Uint8Array): boolean =>
  String.fromCharCode(...head.subarray(0, SIGNATURE.length)) === SIGNATURE;

/** What an artist can choose: iPhones write HEIC, which Windows has no type for. */
export const PAPER_FILES = [PDF, 'image/jpeg', 'image/png', 'image/webp', '.heic', '.heif'].join();

const EXTENSIONS: Record<string, string> = { [PDF]: 'pdf', 'image/webp': 'webp' };

/** Where a certificate is in its bucket: {artist}/{id}.pdf, or a photo. */
export const paperPath = (artist: string, id: string, type: string): string =>
  `${artist}/${id}.${EXTENSIONS[type] ?? 'jpg'}`;

/** What it is called as a download: 'Insurance of Ana Ruiz.pdf'. */
export const paperName = (artist: string, path: string): string =>
  `Insurance of ${artist}.${path.split('.').pop() ?? 'pdf'}`;
