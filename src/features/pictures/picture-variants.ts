import type { Picture } from './picture-schema.ts';

export const WIDTHS = [320, 640, 1280, 1920] as const;

/** The one width that also exists as JPEG, for what reads neither AVIF nor WebP. */
const JPEG_WIDTH = 640;

/** The widths a picture is published in: ours below its own, and that one where it is not far from the last of them. */
export function variantWidths(width: number): number[] {
  const smaller = WIDTHS.filter((candidate) => candidate < width);
  const last = smaller.at(-1);
  const own = WIDTHS.includes(width as (typeof WIDTHS)[number]) || !last || width > last * 1.2;
  return own ? [...smaller, width] : smaller;
}

/** The width of a picture's JPEG. */
export function jpegWidth(width: number): number {
  const widths = variantWidths(width);
  return widths.includes(JPEG_WIDTH) ? JPEG_WIDTH : (widths.at(-1) ?? width);
}

/** Where a variant is served. */
export function variantPath(hash: string, width: number, extension: string): string {
  return `/media/${hash}-${width}.${extension}`;
}

/** A picture that has all its variants, as they are named. */
export function variantsOf(
  hash: string,
  { width, height, color }: Pick<Picture, 'width' | 'height' | 'color'>,
): Picture {
  const sources = variantWidths(width).map((each) => ({
    width: each,
    avif: variantPath(hash, each, 'avif'),
    webp: variantPath(hash, each, 'webp'),
    ...(each === jpegWidth(width) && { jpg: variantPath(hash, each, 'jpg') }),
  }));
  return { width, height, color, sources };
}
