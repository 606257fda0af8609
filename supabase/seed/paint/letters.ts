import { group, n, path } from './svg.ts';

/**
 * Our own alphabet: each letter is the centre line of its strokes in a box 100 high, with upright or level ends,
 * so that square caps give a sign painter's block letter and round caps a balloon. No installed font is needed.
 */
const GLYPHS: Record<string, readonly [width: number, line: string]> = {
  A: [60, 'M0 100V30L18 0H42L60 30V100M0 64H60'],
  B: [56, 'M0 0H42L54 12V36L42 48H0M42 48L56 60V88L44 100H0V0'],
  C: [54, 'M52 0H16L0 16V84L16 100H52'],
  D: [58, 'M0 0H38L58 22V78L38 100H0V0'],
  E: [48, 'M48 0H0V100H48M0 49H40'],
  F: [48, 'M48 0H0V100M0 50H40'],
  G: [58, 'M54 0H16L0 16V84L16 100H42L58 84V54H38'],
  H: [58, 'M0 0V100M58 0V100M0 50H58'],
  I: [0, 'M0 0V100'],
  J: [46, 'M46 0V84L32 100H4'],
  K: [56, 'M0 0V100M56 0V14L26 50H0M26 50L56 86V100'],
  L: [46, 'M0 0V100H46'],
  M: [72, 'M0 100V0H8L36 44L64 0H72V100'],
  N: [60, 'M0 100V0H8L52 100H60V0'],
  O: [60, 'M18 0H42L60 20V80L42 100H18L0 80V20Z'],
  P: [54, 'M0 100V0H40L54 14V40L40 54H0'],
  Q: [60, 'M18 0H42L60 20V80L42 100H18L0 80V20ZM36 70L60 100'],
  R: [56, 'M0 100V0H40L54 14V38L40 52H0M32 52L56 84V100'],
  S: [54, 'M52 0H15L0 14V35L14 49H40L54 63V86L40 100H2'],
  T: [58, 'M0 0H58M29 0V100'],
  U: [58, 'M0 0V80L18 100H40L58 80V0'],
  V: [60, 'M0 0V40L26 100H34L60 40V0'],
  W: [80, 'M0 0V60L16 100H24L40 52L56 100H64L80 60V0'],
  X: [58, 'M0 0V14L58 86V100M58 0V14L0 86V100'],
  Y: [58, 'M0 0V22L29 54L58 22V0M29 54V100'],
  Z: [54, 'M0 0H54V16L0 84V100H54'],
  Ñ: [60, 'M0 100V12H8L52 100H60V12M14 -14L24 -22L36 -14L46 -22'],
  Í: [0, 'M0 12V100M0 -10L12 -26'],
  '0': [54, 'M16 0H38L54 18V82L38 100H16L0 82V18Z'],
  '1': [18, 'M0 14L18 0V100'],
  '2': [54, 'M0 20V16L14 0H40L54 14V36L0 88V100H54'],
  '3': [54, 'M2 0H38L52 14V36L40 48H18M40 48L54 62V84L38 100H2'],
  '4': [56, 'M40 100V0L0 66H56'],
  '5': [54, 'M52 0H2V46H38L54 62V84L38 100H2'],
  '6': [54, 'M50 0H16L0 18V82L16 100H38L54 82V60L40 46H0'],
  '7': [54, 'M0 0H54V14L22 100'],
  '8': [54, 'M14 0H40L52 12V36L40 48H14L2 36V12ZM14 48L0 62V86L14 100H40L54 86V62L40 48'],
  '9': [54, 'M54 54H16L0 38V16L14 0H38L54 16V82L40 100H4'],
  '&': [62, 'M62 100L8 26V12L18 0H32L42 12V24L0 62V84L14 100H34L62 66V56'],
  // A capital i with bars, for letters that overlap their neighbours.
  '|': [34, 'M0 0H34M17 0V100M0 100H34'],
  '-': [26, 'M0 50H26'],
  '.': [0, 'M0 98V100'],
  "'": [0, 'M0 0V14'],
  ' ': [24, ''],
};

export interface Placed {
  glyph: string;
  line: string;
  x: number;
  width: number;
}

/** The letters of `text` set side by side; `weight` is the stroke width, `gap` the white between letters. */
export function setLetters(
  text: string,
  weight: number,
  gap: number,
): { letters: Placed[]; width: number } {
  let x = weight / 2;
  const letters = [...text.toUpperCase()].map((glyph) => {
    const found = GLYPHS[glyph];
    if (!found) throw new Error(`The painter has no letter "${glyph}"; add it to letters.ts`);
    const placed = { glyph, line: found[1], x, width: found[0] };
    x += found[0] + weight + gap;
    return placed;
  });
  return { letters, width: x - gap - weight / 2 };
}

export interface WordStyle {
  weight: number;
  gap?: number;
  round?: boolean;
  serif?: boolean;
}

/** One pass over a whole word in a single paint, scaled to fill the box (x, y, w, h). */
export function word(
  text: string,
  box: { x: number; y: number; w: number; h: number },
  style: WordStyle,
  paint: string,
  grow = 0,
): string {
  const { weight, gap = weight * 0.35, round = false, serif = false } = style;
  const { letters, width } = setLetters(text, weight, gap + (serif ? weight * 0.8 : 0));
  const [sx, sy] = [box.w / width, box.h / (100 + weight)];
  const body = letters
    .filter(({ line }) => line)
    .map(
      ({ line, x }) =>
        path(line, 'none', { transform: `translate(${n(x)} ${n(weight / 2)})` }) +
        (serif ? serifs(line, x, weight) : ''),
    )
    .join('');
  return group(body, {
    transform: `translate(${n(box.x)} ${n(box.y)}) scale(${sx.toFixed(4)} ${sy.toFixed(4)})`,
    stroke: paint,
    'stroke-width': weight + grow,
    'stroke-linecap': round ? 'round' : 'square',
    'stroke-linejoin': round ? 'round' : 'miter',
    'stroke-miterlimit': 3,
  });
}

/** Slabs across every upright end, which turn the block letter into a Western one. */
function serifs(line: string, x: number, weight: number): string {
  const ends = new Set<string>();
  for (const part of line.split('M').filter(Boolean)) {
    const [px = 0] = part.match(/-?\d+/g)?.map(Number) ?? [];
    const coordinates = [...part.matchAll(/([LHV]?)(-?\d+)(?: (-?\d+))?/g)];
    let [cx, cy] = [px, 0];
    for (const [, command, a, b] of coordinates) {
      if (command === 'V') cy = Number(a);
      else if (command === 'H') cx = Number(a);
      else [cx, cy] = [Number(a), Number(b)];
      if (cy === 0 || cy === 100) ends.add(`${cx} ${cy}`);
    }
  }
  const slab = weight * 0.85;
  return [...ends]
    .map((end) => end.split(' ').map(Number))
    .map(([ex = 0, ey = 0]) =>
      path(`M${n(ex - slab)} ${ey}H${n(ex + slab)}`, 'none', {
        transform: `translate(${n(x)} ${n(weight / 2)})`,
        'stroke-width': n(weight * 0.55),
        'stroke-linecap': 'butt',
      }),
    )
    .join('');
}

/** The natural width of a word that is `height` high in this style. */
export function wordWidth(text: string, height: number, style: WordStyle): number {
  const { weight, gap = weight * 0.35, serif = false } = style;
  return (
    (setLetters(text, weight, gap + (serif ? weight * 0.8 : 0)).width * height) / (100 + weight)
  );
}

/** A word with an extruded side towards the lower right. */
export function extruded(
  text: string,
  box: { x: number; y: number; w: number; h: number },
  style: WordStyle,
  colors: { face: string; side: string; outline: string },
  depth: number,
): string {
  const steps = 10;
  const shift = (i: number) => ({
    ...box,
    x: box.x + (depth * i) / steps,
    y: box.y + (depth * i) / steps,
  });
  const sides = Array.from({ length: steps }, (_, i) =>
    word(text, shift(steps - i), style, colors.side, 6),
  ).join('');
  return (
    sides + word(text, box, style, colors.outline, 6) + word(text, box, style, colors.face, -3)
  );
}
