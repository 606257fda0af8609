import type { PictureDetail, PictureDetails } from './picture-details.ts';
import type { Picture } from './picture-schema.ts';

export type { Picture } from './picture-schema.ts';

/**
 * The class that paints a picture's color before it has loaded, with four levels for each channel (src/styles/components.css).
 * 64 classes instead of a `style` attribute, which the content security policy refuses.
 */
export function placeholderClass(color: string): string {
  const level = (digit: string) => `${'26ae'.charAt(Number.parseInt(digit, 16) >> 2)}0`;
  return `bg-[${color.replace(/(\w)\w/g, (_, digit) => level(digit))}]`;
}

/**
 * What `sizes` says of a picture as wide as a phone. It is a few percent more in truth, which nobody sees, but then a
 * browser would take the next larger variant, which weighs three times as much.
 */
export const PHONE_WIDE = '88vw';

/** A `srcset` of one format; empty when no variant has it. */
export function srcset(picture: Picture, format: 'avif' | 'webp'): string {
  return picture.sources.flatMap((s) => (s[format] ? [`${s[format]} ${s.width}w`] : [])).join(', ');
}

/** What `<img src>` and link previews use: the JPEG, or the widest WebP where there is none. */
export function fallbackSource(picture: Picture): string {
  const jpg = picture.sources.findLast((s) => s.jpg)?.jpg;
  return jpg ?? picture.sources.at(-1)?.webp ?? '';
}

/** The variants up to a width: a card never needs the widest ones. */
export function upTo(picture: Picture, width: number): Picture {
  const sources = picture.sources.filter((s) => s.width <= width);
  return sources.length > 0 ? { ...picture, sources } : picture;
}

/** Where a picture's eye should rest, in tenths; undefined for its middle, where a crop keeps it anyway. */
export function focusOf(detail: PictureDetail | undefined): [number, number] | undefined {
  const tenth = (share = 0.5) => Math.round(share * 10);
  const [x, y] = [tenth(detail?.x), tenth(detail?.y)];
  return x === 5 && y === 5 ? undefined : [x, y];
}

/** The published picture of an upload with what its artist says of it. */
export function withFocus(
  picture: Picture | null,
  url: string | null,
  details: PictureDetails,
): Picture | null {
  const focus = focusOf(details[url ?? '']);
  return picture && focus ? { ...picture, focus } : picture;
}

/** The classes that keep a picture's focus in a crop (src/styles/components.css); none where that is its middle. */
export function focusClass({ focus }: Pick<Picture, 'focus'>): string {
  return focus ? `fx-${focus[0]} fy-${focus[1]}` : '';
}

/** What an image of a picture is called by its style sheets. */
export function pictureClass(picture: Picture, more = ''): string {
  return [placeholderClass(picture.color), focusClass(picture), more].filter(Boolean).join(' ');
}

/** The class that gives a gallery's item its picture's proportions, in tenths from 0.5 to 2.5. */
export function ratioClass(picture: Pick<Picture, 'width' | 'height'>): string {
  const tenths = Math.round((picture.width / picture.height) * 10);
  return `ratio-${Math.min(25, Math.max(5, tenths))}`;
}

/** Proportions of walls that the list of murals knows (src/styles/mural-list.css), in hundredths: no farther apart than anybody sees. */
const WALLS = [
  40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190,
  200, 220, 240, 260, 280, 300, 325, 350, 375, 400,
];

/** The class that gives a mural's place in a row the picture's proportions: the nearest of those that are known. */
export function wallClass({ width, height }: Pick<Picture, 'width' | 'height'>): string {
  const wanted = Math.log((width / height) * 100);
  const off = (ratio: number) => Math.abs(Math.log(ratio) - wanted);
  return `wall-${WALLS.reduce((best, ratio) => (off(ratio) < off(best) ? ratio : best))}`;
}
