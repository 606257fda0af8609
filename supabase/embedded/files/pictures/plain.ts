import type { ImageKind } from '#http/picture-kind.ts';
import { plainAvif } from './avif.ts';
import { plainJpeg } from './jpeg.ts';
import { plainPng } from './png.ts';
import { plainWebp } from './webp.ts';

const PLAIN: Record<ImageKind, (bytes: Buffer) => Buffer | null> = {
  jpeg: plainJpeg,
  png: plainPng,
  webp: plainWebp,
  avif: plainAvif,
  heic: () => null,
};
/** How metadata begin, wherever a damaged file has them. */
const SIGNS = ['Exif\0\0', 'eXIf', 'EXIF', 'ns.adobe.com', '<x:xmpmeta', 'Photoshop 3.0'];

/**
 * A picture as it is kept: without the place, the camera and the time that came with it, upright as before. Pages strip
 * these before they send; programs that talk to the API may not. Null for a damaged one that could still tell them.
 */
export function plainPicture(kind: ImageKind, bytes: Buffer): Buffer | null {
  const plain = PLAIN[kind](bytes);
  if (plain) return plain;
  return SIGNS.some((sign) => bytes.includes(sign, 0, 'latin1')) ? null : bytes;
}
