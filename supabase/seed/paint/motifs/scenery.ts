import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten, mix } from '../color.ts';
import {
  circle,
  ellipse,
  n,
  type Point,
  path,
  polar,
  rect,
  repeat,
  smooth,
  stroke,
} from '../svg.ts';

/** A ridge line across the canvas, filled down to the bottom. */
export function ridge(c: Canvas, y: number, height: number, color: string, bumps = 5): string {
  const points: Point[] = Array.from({ length: bumps + 3 }, (_, i) => [
    (c.w * (i - 1)) / bumps,
    y + c.rng.range(-height, height),
  ]);
  return path(
    `${smooth(points)}L${n(c.w * 1.3)} ${n(c.h * 1.2)}L${n(-c.w * 0.3)} ${n(c.h * 1.2)}Z`,
    color,
  );
}

/** Ridges from far and pale to near and dark. */
export function hills(c: Canvas, top: number, far: Hex, near: Hex, layers = 5): string {
  return repeat(layers, (i) => {
    const t = i / Math.max(1, layers - 1);
    return ridge(
      c,
      top + (c.h - top) * t * 0.8,
      c.h * 0.035 * (1 + t),
      mix(far, near, t),
      4 + (i % 3),
    );
  });
}

/** A sun cut by horizontal bars that thicken downwards. */
export function barredSun(c: Canvas, x: number, y: number, r: number, from: Hex, to: Hex): string {
  const bars = repeat(7, (i) => {
    const t = i / 7;
    return rect(x - r, y - r + 2 * r * (0.42 + t * 0.55), r * 2, r * 0.03 * (1 + i * 0.45), '#000');
  });
  const shape = circle(x, y, r, '#fff') + bars;
  return c.masked(shape, circle(x, y, r, c.gradient([from, to])));
}

export function rays(
  x: number,
  y: number,
  r: number,
  count: number,
  color: string,
  opacity = 1,
  phase = 0,
): string {
  return repeat(count, (i) => {
    const angle = (360 / count) * i + phase;
    const [ax, ay] = polar(x, y, angle - 90 / count, r);
    const [bx, by] = polar(x, y, angle + 90 / count, r);
    return path(`M${n(x)} ${n(y)}L${n(ax)} ${n(ay)}L${n(bx)} ${n(by)}Z`, color, { opacity });
  });
}

export function stars(c: Canvas, count: number, bottom: number, color = '#fff3cf'): string {
  return repeat(count, () => {
    const [x, y] = [c.rng.range(0, c.w), c.rng.range(0, bottom)];
    const r = c.unit * c.rng.range(0.0015, 0.0045);
    return c.rng.chance(0.14)
      ? path(
          `M${n(x)} ${n(y - r * 5)}Q${n(x)} ${n(y)} ${n(x + r * 5)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y + r * 5)}Q${n(x)} ${n(y)} ${n(x - r * 5)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y - r * 5)}Z`,
          color,
        )
      : circle(x, y, r, color, { opacity: c.rng.range(0.5, 1) });
  });
}

/** Flat-bottomed summer clouds. */
export function cloud(
  c: Canvas,
  x: number,
  y: number,
  w: number,
  color: string,
  opacity = 1,
): string {
  const lumps = repeat(5, (i) => {
    const t = (i + 0.5) / 5;
    return circle(
      x + (t - 0.5) * w * 0.78,
      y - w * 0.03,
      w * 0.19 * Math.sin(Math.PI * (0.2 + t * 0.6)) * c.rng.range(0.7, 1),
      color,
    );
  });
  return `<g opacity="${opacity}">${lumps}${rect(x - w / 2, y - w * 0.06, w, w * 0.09, color, { rx: n(w * 0.045) })}</g>`;
}

/** A live oak: a forked trunk under clumps of foliage in three tones. */
export function oak(c: Canvas, x: number, y: number, size: number, color: Hex): string {
  const trunk = stroke(
    `M${n(x)} ${n(y)}Q${n(x - size * 0.05)} ${n(y - size * 0.25)} ${n(x - size * 0.26)} ${n(y - size * 0.5)}M${n(x)} ${n(y)}Q${n(x + size * 0.02)} ${n(y - size * 0.3)} ${n(x + size * 0.28)} ${n(y - size * 0.52)}M${n(x)} ${n(y)}L${n(x)} ${n(y - size * 0.55)}`,
    '#4b2f26',
    size * 0.06,
  );
  const clumps = [darken(color, 0.42), color, lighten(color, 0.22)].map((tone, layer) =>
    repeat(15 - layer * 3, () => {
      const [px, py] = polar(
        x,
        y - size * (0.66 + layer * 0.05),
        c.rng.range(0, 360),
        size * c.rng.range(0, 0.42),
      );
      return circle(
        x + (px - x) * 1.35 - layer * size * 0.05,
        y - size * 0.66 + (py - y + size * 0.66) * 0.62 - layer * size * 0.05,
        size * c.rng.range(0.09, 0.17) * (1 - layer * 0.18),
        tone,
      );
    }),
  );
  return trunk + clumps.join('');
}

/** Water from `top` down: horizontal glints that grow towards the viewer. */
export function water(c: Canvas, top: number, deep: Hex, bright: Hex, glints = 60): string {
  const base = rect(0, top, c.w, c.h - top, c.gradient([mix(deep, bright, 0.5), deep]));
  return (
    base +
    repeat(glints, () => {
      const t = c.rng.next() ** 1.4;
      const [x, y] = [c.rng.range(0, c.w), top + (c.h - top) * t];
      return ellipse(
        x,
        y,
        c.w * c.rng.range(0.02, 0.09) * (0.4 + t),
        c.h * 0.0035 * (0.6 + t),
        mix(bright, '#ffffff', c.rng.range(0, 0.5)),
        { opacity: c.rng.range(0.25, 0.7) },
      );
    })
  );
}

/** A string of papel picado: scalloped flags with cut-outs showing `hole`. */
export function papelPicado(
  c: Canvas,
  y: number,
  size: number,
  sag: number,
  hole: string,
  offset = 0,
): string {
  const count = Math.ceil(c.w / (size * 1.08)) + 1;
  const line = (t: number) => y + sag * 4 * t * (1 - t);
  const flags = repeat(count, (i) => {
    const x = i * size * 1.08 - size * 0.1;
    const top = line(Math.min(1, Math.max(0, (x + size / 2) / c.w)));
    const color = c.accent(i + offset);
    const scallop = repeat(5, () => `a${n(size / 10)} ${n(size / 10)} 0 0 1 ${n(-size / 5)} 0`);
    const body = path(`M${n(x)} ${n(top)}h${n(size)}v${n(size * 0.92)}${scallop}Z`, color);
    const cuts =
      circle(x + size / 2, top + size * 0.46, size * 0.13, hole) +
      repeat(8, (p) => {
        const [px, py] = polar(x + size / 2, top + size * 0.46, p * 45, size * 0.25);
        return ellipse(px, py, size * 0.09, size * 0.04, hole, {
          transform: `rotate(${p * 45} ${n(px)} ${n(py)})`,
        });
      }) +
      repeat(4, (p) =>
        path(
          `M${n(x + size * (0.14 + p * 0.24))} ${n(top + size * 0.84)}l${n(size * 0.05)} ${n(-size * 0.08)}l${n(size * 0.05)} ${n(size * 0.08)}l${n(-size * 0.05)} ${n(size * 0.08)}Z`,
          hole,
        ),
      ) +
      repeat(5, (p) => circle(x + size * (0.12 + p * 0.19), top + size * 0.1, size * 0.03, hole));
    return body + cuts;
  });
  return (
    stroke(`M0 ${n(y)}Q${n(c.w / 2)} ${n(y + sag * 2)} ${n(c.w)} ${n(y)}`, '#fff6e0', size * 0.02) +
    flags
  );
}
