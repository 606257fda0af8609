import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten } from '../color.ts';
import { circle, ellipse, n, path, rect, repeat, stroke } from '../svg.ts';
import { agave } from './plants.ts';

/** Something that stands on the pavement at (x, y); `u` is the unit of the picture. */
type Prop = (c: Canvas, x: number, y: number, u: number) => string;

/** One or two things on the pavement, near the corners so that the mural stays in view. */
export function props(c: Canvas, choice: readonly Prop[], y: number): string {
  const spots = c.rng
    .shuffle(choice.length > 1 ? [0.11, 0.88] : [0.05, 0.95])
    .slice(0, c.rng.int(1, 2));
  const things = c.rng.shuffle(choice);
  return spots.map((t, i) => things[i]?.(c, c.w * t, y, c.unit) ?? '').join('');
}

export function lamp(_c: Canvas, x: number, y: number, u: number): string {
  const h = u * 0.5;
  return (
    ellipse(x + u * 0.06, y, u * 0.09, u * 0.012, '#120c1c', { opacity: 0.35 }) +
    rect(x - u * 0.008, y - h, u * 0.016, h, '#23262b') +
    path(
      `M${n(x - u * 0.03)} ${n(y)}L${n(x - u * 0.014)} ${n(y - u * 0.09)}H${n(x + u * 0.014)}L${n(x + u * 0.03)} ${n(y)}Z`,
      '#23262b',
    ) +
    path(
      `M${n(x - u * 0.026)} ${n(y - h)}L${n(x - u * 0.042)} ${n(y - h - u * 0.085)}H${n(x + u * 0.042)}L${n(x + u * 0.026)} ${n(y - h)}Z`,
      '#fff0c4',
    ) +
    path(
      `M${n(x - u * 0.052)} ${n(y - h - u * 0.082)}L${n(x)} ${n(y - h - u * 0.13)}L${n(x + u * 0.052)} ${n(y - h - u * 0.082)}Z`,
      '#23262b',
    ) +
    stroke(`M${n(x)} ${n(y - h)}V${n(y - h - u * 0.08)}`, '#23262b', u * 0.005)
  );
}

export function planter(c: Canvas, x: number, y: number, u: number): string {
  const clay: Hex = c.rng.pick(['#b5603c', '#8c8f92', '#4a6b73']);
  const w = u * 0.085;
  return (
    ellipse(x + w * 0.4, y, w * 1.1, u * 0.014, '#120c1c', { opacity: 0.35 }) +
    agave(c, x, y - u * 0.085, u * 0.12, c.rng.pick(['#5d9a83', '#6f9f62', '#86a98f'])) +
    path(
      `M${n(x - w * 0.62)} ${n(y - u * 0.095)}H${n(x + w * 0.62)}L${n(x + w * 0.46)} ${n(y)}H${n(x - w * 0.46)}Z`,
      c.gradient([lighten(clay, 0.2), clay, darken(clay, 0.4)], 0),
    ) +
    rect(x - w * 0.68, y - u * 0.104, w * 1.36, u * 0.02, lighten(clay, 0.14))
  );
}

export function bench(c: Canvas, x: number, y: number, u: number): string {
  const w = u * 0.36;
  const x0 = Math.max(c.w * 0.02, Math.min(c.w * 0.98 - w, x - w / 2));
  return (
    ellipse(x0 + w / 2, y, w * 0.58, u * 0.012, '#120c1c', { opacity: 0.35 }) +
    repeat(3, (i) =>
      rect(x0, y - u * (0.152 - i * 0.026), w, u * 0.018, i % 2 ? '#7a4f33' : '#8b5c3c', { rx: 3 }),
    ) +
    rect(x0, y - u * 0.074, w, u * 0.018, '#94653f', { rx: 3 }) +
    [0.08, 0.92]
      .map((t) => stroke(`M${n(x0 + w * t)} ${n(y)}V${n(y - u * 0.155)}`, '#26282c', u * 0.011))
      .join('')
  );
}

export function bicycle(c: Canvas, x: number, y: number, u: number): string {
  const r = u * 0.062;
  const color = c.rng.pick(['#c23b4b', '#1f7f86', '#e2a12c', '#33363c']);
  const [bx, fx, wy] = [x - u * 0.085, x + u * 0.095, y - r];
  const wheel = (cx: number) =>
    circle(cx, wy, r, 'none', { stroke: '#1f2023', 'stroke-width': n(u * 0.009) }) +
    repeat(8, (i) =>
      stroke(
        `M${n(cx)} ${n(wy)}L${n(cx + Math.cos(i * 0.785) * r)} ${n(wy + Math.sin(i * 0.785) * r)}`,
        '#8a8d92',
        1,
      ),
    ) +
    circle(cx, wy, u * 0.008, '#1f2023');
  return (
    ellipse(x + u * 0.02, y, u * 0.17, u * 0.01, '#120c1c', { opacity: 0.35 }) +
    wheel(bx) +
    wheel(fx) +
    stroke(
      `M${n(bx)} ${n(wy)}L${n(x - u * 0.01)} ${n(wy + u * 0.004)}L${n(x - u * 0.035)} ${n(wy - u * 0.085)}L${n(bx)} ${n(wy)}M${n(x - u * 0.01)} ${n(wy + u * 0.004)}L${n(x + u * 0.062)} ${n(wy - u * 0.08)}L${n(x - u * 0.035)} ${n(wy - u * 0.075)}M${n(fx)} ${n(wy)}L${n(x + u * 0.058)} ${n(wy - u * 0.115)}`,
      color,
      u * 0.0095,
    ) +
    stroke(
      `M${n(x - u * 0.035)} ${n(wy - u * 0.08)}V${n(wy - u * 0.11)}M${n(x - u * 0.058)} ${n(wy - u * 0.112)}H${n(x - u * 0.016)}M${n(x + u * 0.058)} ${n(wy - u * 0.115)}q${n(u * 0.034)} ${n(-u * 0.012)} ${n(u * 0.034)} ${n(u * 0.016)}`,
      '#1f2023',
      u * 0.0095,
    )
  );
}
