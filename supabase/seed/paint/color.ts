export type Hex = `#${string}`;

function channels(color: Hex): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** `a` with `amount` (0 to 1) of `b` stirred in. */
export function mix(a: Hex, b: Hex, amount: number): Hex {
  const [from, to] = [channels(a), channels(b)];
  const blended = from.map((c, i) => Math.round(c + ((to[i] ?? c) - c) * amount));
  return `#${blended.map((c) => Math.max(0, Math.min(255, c)).toString(16).padStart(2, '0')).join('')}`;
}

export const lighten = (color: Hex, amount: number): Hex => mix(color, '#fff6e6', amount);
export const darken = (color: Hex, amount: number): Hex => mix(color, '#120c1c', amount);

/** Perceived brightness, 0 to 1. */
export function luminance(color: Hex): number {
  const [r, g, b] = channels(color);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

/** How far apart two colours are, by their channels. */
export function distance(a: Hex, b: Hex): number {
  const [x, y] = [channels(a), channels(b)];
  return Math.hypot(...x.map((c, i) => c - (y[i] ?? 0)));
}

/** The hue of a colour, 0 to 6 around the wheel. */
export function hue(color: Hex): number {
  const [r, g, b] = channels(color);
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  if (max === min) return 0;
  const range = max - min;
  if (max === r) return ((g - b) / range + 6) % 6;
  return max === g ? (b - r) / range + 2 : (r - g) / range + 4;
}
