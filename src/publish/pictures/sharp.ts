import type sharp from 'sharp';
import { imageKind } from '#features/pictures/image-kind.ts';

/** A 10 MB file can decode to gigabytes; the browser never uploads more than 2,400 px a side. */
const UPLOAD_PIXELS = 40_000_000;

/**
 * Of photos that an admin has fetched, as cameras write them: 45 million pixels are usual, phones have up to 108.
 * A JPEG is read at half its size or less, any other whole.
 */
export const cameraPixels = (bytes: Uint8Array): number =>
  imageKind(bytes) === 'jpeg' ? 120_000_000 : 50_000_000;

/**
 * For what would never end. The time is no processor time: a large picture takes a second, and minutes where other
 * programs leave next to nothing of the machine.
 */
const MAX_SECONDS = 600;

/** A picture that a person has uploaded: what its first bytes say, of a bounded size and for a bounded time. */
export async function openPicture(bytes: Uint8Array, maxPixels = UPLOAD_PIXELS) {
  if (!imageKind(bytes)) throw new Error('it is no JPEG, PNG, WebP or AVIF');
  const sharp = await openSharp();
  return sharp(bytes, { limitInputPixels: maxPixels }).timeout({ seconds: MAX_SECONDS });
}

let opened: Promise<typeof sharp> | undefined;

/** The image library, loaded with the first picture: a process that has none to make does without its megabytes. */
export function openSharp(): Promise<typeof sharp> {
  opened ??= import('sharp').then(({ default: library }) => {
    // Callers work on several pictures at once, which uses the cores better than threads within one.
    library.concurrency(1);
    library.cache(false);
    return library;
  });
  return opened;
}
