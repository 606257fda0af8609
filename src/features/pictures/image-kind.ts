/** What a picture file is by its first bytes, whatever its name or its sender says. */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';

/** How many bytes `imageKind` needs to see. */
export const KIND_BYTES = 64;

const HEIC_BRANDS = new Set([
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'],
  ...['mif1', 'msf1', 'mif2'],
]);

/** The kind of a file that begins like this; null for anything that is not a photograph's format. */
export function imageKind(head: Uint8Array): ImageKind | null {
  const text = String.fromCharCode(...head.subarray(0, KIND_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 8) !== 'ftyp') return null;
  const brands = brandsOf(head, text);
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? 'heic' : null;
}

/** The brands of an ISO media file: the main one, a version, then those it is compatible with. */
function brandsOf(head: Uint8Array, text: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = head;
  const length = Math.min(text.length, ((a << 24) | (b << 16) | (c << 8) | d) >>> 0);
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(text.slice(at, at + 4));
  return brands;
}
