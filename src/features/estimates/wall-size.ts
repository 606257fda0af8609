import { LIMITS } from '#lib/limits.ts';

/** The two sides of a wall as they are typed, in feet; a side that is not known is an empty text. */
export interface WallSides {
  width: string;
  height: string;
}

/** Things that everybody knows the size of, in feet. */
export const LIKE_SIZES = [
  { id: 'door', name: 'a door', width: 3, height: 7 },
  { id: 'garage', name: 'a garage', width: 16, height: 8 },
  { id: 'bus', name: 'a bus', width: 40, height: 10 },
  { id: 'house', name: 'a house', width: 30, height: 20 },
] as const;

/** The text of the form's field for a size: '20 x 10 ft'; one side alone says which it is. */
export function sizeText({ width, height }: WallSides): string {
  if (width && height) return `${width} x ${height} ft`;
  if (width) return `${width} ft wide`;
  return height && `${height} ft high`;
}

const NUMBER = String.raw`(\d{0,4}(?:\.\d{0,2})?)`;
const UNIT = String.raw`\s*(?:ft|feet|foot|pies?|'|′|’)?\.?\s*`;
const BOTH = new RegExp(`^${NUMBER}${UNIT}(?:x|×|by|por|\\*)\\s*${NUMBER}${UNIT}$`, 'i');
const ONE = new RegExp(`^${NUMBER} ft (wide|high)$`);

/** The sides that a text names, as it spells them; none where it says the size in other words. */
export function sidesOf(text: string): WallSides {
  const [, width, height] = BOTH.exec(text.trim()) ?? [];
  if (width && height) return { width, height };
  const [, side = '', which] = ONE.exec(text.trim()) ?? [];
  return { width: which === 'wide' ? side : '', height: which === 'high' ? side : '' };
}

/** The same without what typing leaves behind: '20.' is 20, '08' is 8. */
export function tidySize(text: string): string {
  const { width, height } = sidesOf(text);
  const tidy = (side: string) =>
    side && Number.isFinite(Number(side)) ? String(Number(side)) : '';
  return width || height ? sizeText({ width: tidy(width), height: tidy(height) }) : text;
}

/** Width and height in feet, where a text names both and a wall can be as large; null otherwise. */
export function feetOf(text: string): { width: number; height: number } | null {
  const { width, height } = sidesOf(text);
  const isSide = (side: string) =>
    side !== '' && Number(side) >= LIMITS.muralFeetMin && Number(side) <= LIMITS.muralFeetMax;
  return isSide(width) && isSide(height) ? { width: Number(width), height: Number(height) } : null;
}
