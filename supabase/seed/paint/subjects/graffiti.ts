import type { Canvas } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { arrow, drips, piece, splatter } from '../motifs/graffiti.ts';
import {
  at,
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

/** A throw-up: balloon letters over a cloud. */
export function throwUp(c: Canvas, words: readonly string[]): string {
  const { ground, dark, light } = c.palette;
  const u = c.unit;
  const text = words[0] ?? 'SA210';
  const fills = [
    c.gradient([c.accent(0), c.accent(1)]),
    c.gradient([c.accent(2), lighten(c.accent(2), 0.4)]),
    c.gradient([c.accent(1), c.accent(3)]),
  ];
  const cloud = repeat(16, (i) =>
    circle(
      c.w * (0.04 + (i * 0.92) / 15),
      c.h * (0.5 + 0.16 * Math.sin(i * 2.1)),
      u * c.rng.range(0.17, 0.28),
      c.accent(4),
    ),
  );
  const rim = repeat(16, (i) =>
    circle(c.w * (0.04 + (i * 0.92) / 15), c.h * (0.5 + 0.16 * Math.sin(i * 2.1)), u * 0.3, dark),
  );
  return (
    c.fill(c.gradient([ground, mix(ground, c.accent(2), 0.4)], 20)) +
    repeat(22, (i) =>
      path(
        `M${n(c.w * i * 0.06 - c.w * 0.2)} ${n(c.h)}L${n(c.w * i * 0.06 + c.w * 0.1)} 0h${n(c.w * 0.02)}L${n(c.w * i * 0.06 - c.w * 0.18)} ${n(c.h)}Z`,
        light,
        { opacity: 0.22 },
      ),
    ) +
    rim +
    cloud +
    repeat(26, () =>
      circle(
        c.rng.range(0.05, 0.95) * c.w,
        c.h * c.rng.range(0.24, 0.78),
        u * c.rng.range(0.008, 0.036),
        lighten(c.accent(4), 0.35),
        { opacity: 0.75 },
      ),
    ) +
    splatter(c, [light, c.accent(1), c.accent(0)], 22) +
    drips(c, c.h * 0.8, [c.accent(4), c.accent(0)], 12) +
    piece(
      c,
      text,
      { x: c.w * 0.05, y: c.h * 0.14, w: c.w * 0.9, h: c.h * 0.72 },
      { weight: 40, overlap: 16, shear: 0, bounce: 7, tilt: 7, round: true },
      fills,
      dark,
      light,
    )
  );
}

/** Wildstyle: sheared letters that lock into each other, arrows, shards and a skyline of chips. */
export function wildstyle(c: Canvas, words: readonly string[]): string {
  const { dark, light, ground } = c.palette;
  const u = c.unit;
  const text = words[0] ?? 'PURO';
  const fills = [
    c.gradient([c.accent(1), c.accent(0), c.accent(3)]),
    c.gradient([c.accent(2), c.accent(4)]),
    c.gradient([lighten(c.accent(1), 0.2), c.accent(4)]),
    c.gradient([c.accent(0), c.accent(2)]),
  ];
  const shards = repeat(46, () => {
    const [x, y, s] = [
      c.rng.range(0, c.w),
      c.rng.range(0.06, 0.94) * c.h,
      u * c.rng.range(0.04, 0.26),
    ];
    return at(
      x,
      y,
      1,
      path(
        `M0 ${n(-s)}L${n(s * 0.34)} ${n(s * 0.2)}L${n(-s * 0.1)} ${n(s)}L${n(-s * 0.22)} ${n(s * 0.1)}Z`,
        c.rng.pick([
          c.accent(4),
          c.accent(2),
          mix(c.accent(0), dark, 0.3),
          mix(c.accent(4), dark, 0.4),
        ]),
        { opacity: 0.9 },
      ),
      c.rng.range(30, 80),
    );
  });
  const burst = repeat(9, (i) => {
    const [x, y] = polar(
      c.w / 2,
      c.h / 2,
      i * 40 + c.rng.range(-12, 12),
      c.unit * c.rng.range(0.42, 0.56),
    );
    return arrow(x * 1 + (x - c.w / 2) * 0.35, y, u / 760, i * 40, c.accent(i), dark);
  });
  return (
    c.fill(c.gradient([mix(dark, c.accent(4), 0.35), mix(dark, c.accent(2), 0.5), ground], 35)) +
    shards +
    splatter(c, [light, c.accent(1), c.accent(2)], 30) +
    burst +
    drips(c, c.h * 0.82, [c.accent(0), c.accent(1), light], 12) +
    piece(
      c,
      text,
      { x: c.w * 0.11, y: c.h * 0.12, w: c.w * 0.8, h: c.h * 0.76 },
      { weight: 30, overlap: 19, shear: -14, bounce: 9, tilt: 6, round: false },
      fills,
      dark,
      c.accent(1),
    ) +
    repeat(7, () => {
      const [x, y, s] = [
        c.rng.range(0.1, 0.9) * c.w,
        c.rng.range(0.18, 0.8) * c.h,
        u * c.rng.range(0.02, 0.05),
      ];
      return path(
        `M${n(x)} ${n(y - s)}Q${n(x)} ${n(y)} ${n(x + s)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y + s)}Q${n(x)} ${n(y)} ${n(x - s)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y - s)}Z`,
        '#ffffff',
      );
    })
  );
}

/** A spray-can character in front of tags: the joyful side of the alley. */
export function sprayCan(c: Canvas, words: readonly string[]): string {
  const { dark, light, ground } = c.palette;
  const u = c.unit;
  const text = words[0] ?? 'ALAMO';
  const fills = [
    c.gradient([c.accent(1), c.accent(3)]),
    c.gradient([c.accent(0), lighten(c.accent(0), 0.4)]),
  ];
  const can =
    rect(
      -46,
      -70,
      92,
      170,
      c.gradient([lighten(c.accent(2), 0.4), c.accent(2), darken(c.accent(2), 0.35)], 0),
      { rx: 12, stroke: dark, 'stroke-width': 6 },
    ) +
    path('M-46 -62C-46 -92 46 -92 46 -62Z', '#d9dce4', { stroke: dark, 'stroke-width': 6 }) +
    rect(-16, -112, 32, 28, light, { rx: 6, stroke: dark, 'stroke-width': 6 }) +
    circle(-8, -100, 4, dark) +
    path('M-46 8C-20 -10 20 26 46 4V50C20 66 -20 30 -46 52Z', c.accent(0)) +
    [-1, 1]
      .map(
        (s) =>
          ellipse(s * 18, -30, 13, 16, '#ffffff', { stroke: dark, 'stroke-width': 4 }) +
          circle(s * 18 + 3, -27, 6.5, dark),
      )
      .join('') +
    stroke('M-22 2Q0 24 22 2', dark, 5) +
    stroke('M-46 20Q-84 10 -92 -26M46 20Q88 30 100 66', dark, 10) +
    circle(-92, -30, 13, light, { stroke: dark, 'stroke-width': 5 }) +
    circle(102, 70, 13, light, { stroke: dark, 'stroke-width': 5 }) +
    stroke('M-22 100V132L-36 140M22 100V132L36 140', dark, 10);
  const mist: Point[] = [
    [-0.02, 0.2],
    [0.1, 0.08],
    [0.25, 0.18],
    [0.42, 0.06],
    [0.6, 0.2],
    [0.8, 0.08],
    [1.02, 0.22],
    [1.02, 0.5],
    [0.8, 0.62],
    [0.55, 0.54],
    [0.3, 0.66],
    [0.1, 0.56],
    [-0.02, 0.62],
  ];
  return (
    c.fill(c.gradient([lighten(ground, 0.1), ground])) +
    path(
      smooth(
        mist.map(([x, y]) => [x * c.w, y * c.h] as const),
        true,
      ),
      c.accent(4),
    ) +
    path(
      smooth(
        mist.map(([x, y]) => [x * c.w, (y * 0.82 + 0.06) * c.h] as const),
        true,
      ),
      mix(c.accent(4), c.accent(2), 0.5),
    ) +
    splatter(c, [light, c.accent(0), dark], 34) +
    drips(c, c.h * 0.62, [c.accent(4), c.accent(4), c.accent(2)], 16) +
    piece(
      c,
      text,
      { x: c.w * 0.04, y: c.h * 0.08, w: c.w * 0.74, h: c.h * 0.66 },
      { weight: 36, overlap: 14, shear: -6, bounce: 6, tilt: 6, round: true },
      fills,
      dark,
      light,
    ) +
    at(c.w * 0.84, c.h * 0.62, u / 340, can, 8)
  );
}
