/** Cut paper as path data: outlines to fill with the even-odd rule, so that inner shapes are holes. */
const hole = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const diamond = (x: number, y: number, r: number) =>
  `M${x} ${y - r}l${r} ${r}-${r} ${r}-${r}-${r}z`;
const ring = (x: number, y: number, radius: number, count: number, r: number) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    const at = (value: number) => Math.round(value * 10) / 10;
    return hole(at(x + radius * Math.cos(angle)), at(y + radius * Math.sin(angle)), r);
  }).join('');

/** A flag of 84 by 70 that ends in points. */
const POINTS = `M0 0h84v54${'l-6 9-6-9'.repeat(7)}z`;
/** A flag of the same size that ends in scallops. */
const SCALLOPS = `M0 0h84v52${'a7 9 0 0 1-14 0'.repeat(6)}z`;
const FRINGE = [12, 24, 36, 48, 60, 72].map((x) => diamond(x, 48, 3)).join('');

export const FLAGS = [
  POINTS +
    hole(42, 24, 4) +
    ring(42, 24, 11, 8, 3.2) +
    [14, 70].map((x) => diamond(x, 16, 6) + hole(x, 33, 3.5)).join('') +
    FRINGE,
  SCALLOPS +
    diamond(42, 23, 8) +
    ring(42, 23, 15, 10, 2.2) +
    [13, 71].map((x) => hole(x, 14, 4.5) + diamond(x, 31, 5)).join('') +
    [7, 21, 35, 49, 63, 77].map((x) => hole(x, 47, 2.6)).join(''),
] as const;
export const FLAG_COLORS = [
  '#ff4f9a',
  '#ffb52e',
  '#12a4b0',
  '#f2683c',
  '#7cc46a',
  '#b79cf5',
] as const;
