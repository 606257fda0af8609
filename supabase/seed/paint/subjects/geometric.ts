import type { Canvas } from '../canvas.ts';
import { darken, type Hex, hue, lighten, luminance, mix } from '../color.ts';
import { at, circle, n, type Point, path, polygon, rect, repeat, smooth, stroke } from '../svg.ts';

const filled = (points: Point[], fill: string) => path(polygon(points), fill);

/** Large rainbow arcs and discs that overlap and let each other shine through. */
export function arcs(c: Canvas): string {
  const { ground, dark, light } = c.palette;
  const bow = (x: number, y: number, r: number, from: number): string => {
    const bands = 6;
    return repeat(bands, (i) =>
      circle(
        x,
        y,
        r * (1 - i / (bands + 0.6)),
        i % 2 === 0 ? c.accent(from + i) : i % 4 === 1 ? light : lighten(c.accent(from + i), 0.35),
      ),
    );
  };
  const u = c.unit;
  const discs = repeat(9, () =>
    circle(
      c.rng.range(0, c.w),
      c.rng.range(0, c.h),
      u * c.rng.range(0.06, 0.24),
      c.accent(c.rng.int(0, 4)),
      { opacity: 0.82, style: 'mix-blend-mode:multiply' },
    ),
  );
  const big =
    bow(c.w * c.rng.range(0.16, 0.28), c.h * 1.02, u * 0.74, 0) +
    bow(c.w * c.rng.range(0.68, 0.84), c.h * c.rng.range(-0.04, 0.12), u * 0.6, 2) +
    bow(c.w * c.rng.range(0.86, 1), c.h * 1.04, u * 0.5, 4);
  const lines = repeat(7, (i) =>
    stroke(
      `M${n(-u * 0.1)} ${n(c.h * 0.3 + i * u * 0.035)}Q${n(c.w * 0.4)} ${n(c.h * (0.05 + i * 0.02))} ${n(c.w * 1.1)} ${n(c.h * 0.62 + i * u * 0.035)}`,
      dark,
      u * 0.007,
    ),
  );
  const confetti = repeat(26, () =>
    at(
      c.rng.range(0, c.w),
      c.rng.range(0, c.h),
      1,
      c.rng.chance(0.5)
        ? rect(-u * 0.012, -u * 0.012, u * 0.024, u * 0.024, dark)
        : filled(
            [
              [0, -u * 0.02],
              [u * 0.018, u * 0.014],
              [-u * 0.018, u * 0.014],
            ],
            light,
          ),
      c.rng.range(0, 90),
    ),
  );
  return c.fill(c.gradient([lighten(ground, 0.3), ground], 60)) + lines + big + discs + confetti;
}

/** Supergraphic ribbons that sweep across the wall and fold back. */
export function ribbons(c: Canvas): string {
  const { ground, light, dark } = c.palette;
  const u = c.unit;
  const ribbon = (points: Point[], from: number, bands: number, width: number): string => {
    const d = smooth(points);
    const total = bands * width;
    return repeat(bands, (i) =>
      path(d, 'none', {
        stroke: i === 0 ? dark : i % 3 === 1 ? light : c.accent(from + i),
        'stroke-width': n(total - i * width),
        'stroke-linejoin': 'round',
        'stroke-linecap': 'butt',
      }),
    );
  };
  const sweep = (y0: number, y1: number, y2: number): Point[] => [
    [-u * 0.2, c.h * y0],
    [c.w * 0.25, c.h * y1],
    [c.w * 0.55, c.h * y2],
    [c.w * 0.8, c.h * y1],
    [c.w + u * 0.2, c.h * (y0 + y2) * 0.5],
  ];
  const sun = circle(c.w * c.rng.range(0.6, 0.78), c.h * 0.32, u * 0.25, c.accent(1));
  return (
    c.fill(c.gradient([ground, lighten(ground, 0.35)], 110)) +
    sun +
    ribbon(
      sweep(c.rng.range(0.1, 0.3), c.rng.range(0.5, 0.7), c.rng.range(0.1, 0.3)),
      0,
      9,
      u * 0.052,
    ) +
    ribbon(
      sweep(c.rng.range(0.85, 1), c.rng.range(0.45, 0.6), c.rng.range(0.85, 1.05)),
      2,
      9,
      u * 0.06,
    ) +
    ribbon(
      [
        [c.w * 0.05, c.h * 1.2],
        [c.w * 0.12, c.h * 0.62],
        [c.w * 0.34, c.h * 0.42],
        [c.w * 0.42, -c.h * 0.2],
      ],
      4,
      6,
      u * 0.04,
    )
  );
}

/** Facets: a jittered triangle mesh coloured by a sweep through the palette. */
export function facets(c: Canvas): string {
  const cols = Math.round(c.w / (c.unit / 6));
  const rows = Math.round(c.h / (c.unit / 6));
  const grid: Point[][] = Array.from({ length: rows + 3 }, (_, r) =>
    Array.from(
      { length: cols + 3 },
      (_, k): Point => [
        ((k - 1 + c.rng.range(-0.36, 0.36)) * c.w) / cols,
        ((r - 1 + c.rng.range(-0.36, 0.36)) * c.h) / rows,
      ],
    ),
  );
  // Neighbours on the colour wheel blend cleanly; opposites would turn grey.
  const wheel: Hex[] = [...c.palette.accents].sort((a, b) => hue(a) - hue(b));
  const tint = (x: number, y: number): Hex => {
    const t =
      ((x / c.w) * 2.4 + (y / c.h) * 1.7 + Math.sin((x / c.w) * 5 + (y / c.h) * 3) * 0.5 + 9) %
      wheel.length;
    const [a, b] = [
      wheel[Math.floor(t)] ?? '#ffffff',
      wheel[(Math.floor(t) + 1) % wheel.length] ?? '#ffffff',
    ];
    const base = mix(a, b, t % 1);
    return c.rng.chance(0.5)
      ? lighten(base, c.rng.range(0, 0.3))
      : darken(base, c.rng.range(0, 0.3));
  };
  let out = '';
  for (let r = 0; r < rows + 2; r++) {
    for (let k = 0; k < cols + 2; k++) {
      const [p, q, s, t] = [grid[r]?.[k], grid[r]?.[k + 1], grid[r + 1]?.[k], grid[r + 1]?.[k + 1]];
      if (!p || !q || !s || !t) continue;
      const halves: Point[][] =
        (r + k) % 2
          ? [
              [p, q, s],
              [q, t, s],
            ]
          : [
              [p, q, t],
              [p, t, s],
            ];
      for (const half of halves) {
        const fill = tint(
          half.reduce((sum, [x]) => sum + x, 0) / 3,
          half.reduce((sum, [, y]) => sum + y, 0) / 3,
        );
        out += path(polygon(half), fill, {
          stroke: luminance(fill) > 0.6 ? darken(fill, 0.12) : lighten(fill, 0.12),
          'stroke-width': 1.4,
        });
      }
    }
  }
  return out;
}
