import { LIMITS } from '#lib/limits.ts';

/** The two sides of a wall, in feet. */
interface WallSides {
  width: number;
  height: number;
}

/** Things that everybody knows the size of, in feet. */
export const LIKE_SIZES = [
  { id: 'door', name: 'a door', width: 3, height: 7 },
  { id: 'garage', name: 'a garage', width: 16, height: 8 },
  { id: 'bus', name: 'a bus', width: 40, height: 10 },
  { id: 'house', name: 'a house', width: 30, height: 20 },
] as const;

/** The text of the form's field for a size: '20 x 10 ft'. */
export const sizeText = ({ width, height }: WallSides): string => `${width} x ${height} ft`;

const NUMBER = String.raw`(\d{1,4}(?:\.\d{0,2})?|\.\d{1,2})`;
const UNIT = String.raw`\s*(?:ft|feet|foot|pies?|'|′|’)?\.?\s*`;
const BOTH = new RegExp(`^${NUMBER}${UNIT}(?:x|×|by|por|\\*)\\s*${NUMBER}${UNIT}$`, 'i');

/** The sides that a text names; null where it says the size in other words. */
function sidesOf(text: string): WallSides | null {
  const [, width, height] = BOTH.exec(text.trim()) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

/** The same without what typing leaves behind: '20.' is 20, '08' is 8. */
export function tidySize(text: string): string {
  const sides = sidesOf(text);
  return sides ? sizeText(sides) : text;
}

/** Whether a side of a wall can be so long. */
export const isFeet = (feet: number) => feet >= LIMITS.muralFeetMin && feet <= LIMITS.muralFeetMax;

/** Width and height in feet, where a text names both and a wall can be as large; null otherwise. */
export function feetOf(text: string): WallSides | null {
  const sides = sidesOf(text);
  return sides && isFeet(sides.width) && isFeet(sides.height) ? sides : null;
}
