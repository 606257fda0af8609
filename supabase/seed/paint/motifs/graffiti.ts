import type { Canvas } from '../canvas.ts';
import { type Hex, lighten } from '../color.ts';
import { setLetters } from '../letters.ts';
import { at, circle, group, n, path, polar, repeat, stroke } from '../svg.ts';

export interface Piece {
  weight: number;
  overlap: number;
  shear: number;
  bounce: number;
  tilt: number;
  round: boolean;
}

/** Letters one over another, each with its own outline, fill and shine. */
export function piece(
  c: Canvas,
  text: string,
  box: { x: number; y: number; w: number; h: number },
  how: Piece,
  fills: string[],
  ink: Hex,
  aura: string,
): string {
  const { letters, width } = setLetters(
    text.toUpperCase().replaceAll('I', '|'),
    how.weight,
    -how.overlap,
  );
  const scale = Math.min(box.w / width, box.h / (100 + how.weight * 1.5));
  const ox = box.x + (box.w - width * scale) / 2;
  const oy = box.y + (box.h - (100 + how.weight) * scale) / 2 + (how.weight / 2) * scale;
  const caps = how.round
    ? { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
    : { 'stroke-linecap': 'square', 'stroke-linejoin': 'miter', 'stroke-miterlimit': 6 };
  const placed = letters
    .filter(({ line }) => line)
    .map(({ line, x, width: w }, i) => {
      const [dy, turn] = [c.rng.range(-how.bounce, how.bounce), c.rng.range(-how.tilt, how.tilt)];
      return {
        line,
        i,
        transform: `translate(${n(ox + x * scale)} ${n(oy + dy * scale)}) scale(${scale.toFixed(3)}) skewX(${n(how.shear)}) rotate(${n(turn)} ${n(w / 2)} 50)`,
      };
    });
  const layer = (paint: (i: number) => string, grow: number, dx = 0, dy = 0) =>
    placed
      .map(({ line, i, transform }) =>
        path(line, 'none', {
          transform: `translate(${n(dx)} ${n(dy)}) ${transform}`,
          stroke: paint(i),
          'stroke-width': how.weight + grow,
          ...caps,
        }),
      )
      .join('');
  const depth = repeat(9, (i) => layer(() => ink, 9, (9 - i) * scale * 1.5, (9 - i) * scale * 1.5));
  const faces = placed.map(({ line, i, transform }) => {
    const shine = how.weight * 0.28;
    return group(
      path(line, 'none', { stroke: ink, 'stroke-width': how.weight + 9, ...caps }) +
        path(line, 'none', {
          stroke: fills[i % fills.length] ?? ink,
          'stroke-width': how.weight,
          ...caps,
        }) +
        group(
          path(line, 'none', {
            stroke: '#ffffff',
            'stroke-width': how.weight * 0.09,
            'stroke-linecap': 'round',
            'stroke-linejoin': 'round',
            'stroke-dasharray': `${n(how.weight * 0.9)} ${n(how.weight * 0.34)} ${n(how.weight * 0.2)} ${n(how.weight * 1.6)}`,
            opacity: 0.9,
          }),
          { transform: `translate(${n(-shine)} ${n(-shine)})` },
        ),
      { transform },
    );
  });
  return (
    layer(() => aura, 34) +
    layer(() => lighten(ink, 0.95), 24) +
    depth +
    layer(() => ink, 13) +
    faces.join('')
  );
}

export const drips = (c: Canvas, y: number, colors: readonly string[], count: number) =>
  repeat(count, () => {
    const [x, w, len] = [
      c.rng.range(0.05, 0.95) * c.w,
      c.unit * c.rng.range(0.004, 0.009),
      c.unit * c.rng.range(0.05, 0.3),
    ];
    const color = c.rng.pick(colors);
    return (
      stroke(`M${n(x)} ${n(y - c.unit * 0.12 * c.rng.next())}v${n(len)}`, color, w) +
      circle(x, y + len * 0.9, w * 0.85, color)
    );
  });

export const splatter = (c: Canvas, colors: readonly string[], count: number) =>
  repeat(count, () => {
    const [x, y, r] = [c.rng.range(0, c.w), c.rng.range(0, c.h), c.unit * 0.05 * c.rng.next() ** 2];
    const color = c.rng.pick(colors);
    return (
      circle(x, y, r + 1.5, color, { opacity: 0.85 }) +
      repeat(5, () => {
        const [px, py] = polar(x, y, c.rng.range(0, 360), r * c.rng.range(1.4, 3));
        return circle(px, py, r * 0.16 + 0.8, color, { opacity: 0.8 });
      })
    );
  });

export const arrow = (x: number, y: number, s: number, turn: number, fill: string, ink: string) =>
  at(
    x,
    y,
    s,
    path('M-60 -14C-20 -30 20 -20 34 -8L30 -34L84 8L24 38L30 16C10 8 -20 6 -52 20Z', fill, {
      stroke: ink,
      'stroke-width': 7,
      'stroke-linejoin': 'round',
    }),
    turn,
  );
