import type { Canvas } from '../canvas.ts';
import { darken, type Hex, hue, lighten, luminance, mix } from '../color.ts';
import {
  at,
  circle,
  group,
  n,
  type Point,
  path,
  polygon,
  rect,
  repeat,
  smooth,
  stroke,
} from '../svg.ts';

/** A quilt of quarter discs, half discs and petals, each tile turned at random. */
export function quilt(c: Canvas): string {
  const cols = Math.max(4, Math.round(c.w / (c.unit / 4.4)));
  const size = c.w / cols;
  const rows = Math.ceil(c.h / size);
  const colors: Hex[] = [...c.palette.accents, c.palette.ground, c.palette.dark, c.palette.light];
  const tile = (x: number, y: number): string => {
    const [a, b, d] = c.rng.shuffle(colors) as [Hex, Hex, Hex];
    const s = size;
    const shapes = [
      () =>
        path(`M0 0H${n(s)}A${n(s)} ${n(s)} 0 0 1 0 ${n(s)}Z`, b) +
        path(`M0 0H${n(s * 0.55)}A${n(s * 0.55)} ${n(s * 0.55)} 0 0 1 0 ${n(s * 0.55)}Z`, d),
      () =>
        path(`M0 0A${n(s)} ${n(s)} 0 0 1 ${n(s)} ${n(s)}A${n(s)} ${n(s)} 0 0 1 0 0Z`, b) +
        circle(s / 2, s / 2, s * 0.12, d),
      () =>
        path(`M0 ${n(s / 2)}A${n(s / 2)} ${n(s / 2)} 0 0 1 ${n(s)} ${n(s / 2)}Z`, b) +
        path(`M0 ${n(s)}A${n(s / 2)} ${n(s / 2)} 0 0 1 ${n(s)} ${n(s)}Z`, d),
      () =>
        circle(s / 2, s / 2, s * 0.42, b) +
        circle(s / 2, s / 2, s * 0.27, d) +
        circle(s / 2, s / 2, s * 0.12, a),
      () =>
        polygon2(
          [
            [0, 0],
            [s, 0],
            [0, s],
          ],
          b,
        ) +
        polygon2(
          [
            [0, 0],
            [s / 2, 0],
            [0, s / 2],
          ],
          d,
        ),
      () => repeat(4, (i) => rect(0, (i * s) / 4, s, s / 8, i % 2 ? d : b)),
      () =>
        repeat(4, (i) =>
          path(
            `M0 ${n(s)}V${n(s * (0.24 * i))}A${n(s * (1 - 0.24 * i))} ${n(s * (1 - 0.24 * i))} 0 0 1 ${n(s * (1 - 0.24 * i))} ${n(s)}Z`,
            [b, d, a, b][i] ?? b,
          ),
        ),
    ];
    const turn = c.rng.int(0, 3) * 90;
    return group(
      group(rect(-0.5, -0.5, s + 1, s + 1, a) + c.rng.pick(shapes)(), {
        transform: `rotate(${turn} ${n(s / 2)} ${n(s / 2)})`,
      }),
      {
        transform: `translate(${n(x)} ${n(y)})`,
      },
    );
  };
  return repeat(cols * rows, (i) => tile((i % cols) * size, Math.floor(i / cols) * size));
}

const polygon2 = (points: Point[], fill: string) => path(polygon(points), fill);

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
        : polygon2(
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

/** A serape: stripes and stepped diamonds around a central medallion. */
export function serape(c: Canvas): string {
  const { ground, dark, light } = c.palette;
  const u = c.unit;
  const step = u / 40;
  const colors = [...c.palette.accents, light, dark] as Hex[];
  let y = 0;
  let out = c.fill(ground);
  let i = 0;
  while (y < c.h) {
    const h = step * c.rng.pick([1, 1, 2, 2, 3, 4]);
    out += rect(0, y, c.w, h + 1, colors[(i * 3 + c.rng.int(0, 1)) % colors.length] ?? dark);
    y += h;
    i++;
  }
  const diamond = (
    cx: number,
    cy: number,
    steps: number,
    cell: number,
    aspect: number,
    from: number,
  ): string =>
    repeat(steps, (k) => {
      const size = steps - k;
      const fill = k % 3 === 2 ? light : k % 5 === 4 ? dark : c.accent(from + k);
      const points: Point[] = [];
      for (const [sx, sy] of [
        [1, -1],
        [1, 1],
        [-1, 1],
        [-1, -1],
      ] as const) {
        const quarter: Point[] = [];
        for (let q = 0; q < size; q++) {
          quarter.push([cx + sx * (q + 1) * cell * aspect, cy + sy * (size - q) * cell]);
          quarter.push([cx + sx * (q + 1) * cell * aspect, cy + sy * (size - q - 1) * cell]);
        }
        points.push(...(sx * sy < 0 ? quarter : quarter.reverse()));
      }
      return polygon2(points, fill);
    });
  const band = (by: number, cell: number, from: number) => {
    const span = cell * 8;
    return repeat(Math.ceil(c.w / span) + 1, (k) => diamond(k * span, by, 4, cell, 1, from + k));
  };
  const centre = c.w > c.h * 1.15 ? [0.18, 0.5, 0.82] : [0.5];
  return (
    out +
    rect(0, c.h * 0.12, c.w, c.h * 0.12, dark) +
    band(c.h * 0.18, u * 0.018, 0) +
    rect(0, c.h * 0.76, c.w, c.h * 0.12, dark) +
    band(c.h * 0.82, u * 0.018, 2) +
    centre
      .map((t, k) =>
        diamond(c.w * t, c.h * 0.5, k === 1 || centre.length === 1 ? 13 : 9, u * 0.027, 1.05, k),
      )
      .join('')
  );
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

/** Talavera tiles: fourfold flowers in two alternating designs. */
export function talavera(c: Canvas): string {
  const cols = Math.max(4, Math.round(c.w / (c.unit / 4)));
  const size = c.w / cols;
  const rows = Math.ceil(c.h / size);
  const { light, dark } = c.palette;
  const half = size / 2;
  const design = (k: number): string => {
    const [a, b, d] = [c.accent(k), c.accent(k + 2), c.accent(k + 3)];
    const quarter =
      path(
        `M0 0C${n(half * 0.5)} ${n(-half * 0.1)} ${n(half * 0.86)} ${n(-half * 0.5)} ${n(half * 0.86)} ${n(-half * 0.86)}C${n(half * 0.5)} ${n(-half * 0.86)} ${n(half * 0.1)} ${n(-half * 0.5)} 0 0Z`,
        a,
      ) +
      path(
        `M${n(half * 0.12)} ${n(-half * 0.12)}C${n(half * 0.42)} ${n(-half * 0.2)} ${n(half * 0.66)} ${n(-half * 0.44)} ${n(half * 0.7)} ${n(-half * 0.7)}C${n(half * 0.44)} ${n(-half * 0.66)} ${n(half * 0.2)} ${n(-half * 0.42)} ${n(half * 0.12)} ${n(-half * 0.12)}Z`,
        lighten(a, 0.45),
      ) +
      path(
        `M0 ${n(-half * 0.24)}C${n(half * 0.2)} ${n(-half * 0.5)} ${n(half * 0.14)} ${n(-half * 0.8)} 0 ${n(-half * 0.96)}C${n(-half * 0.14)} ${n(-half * 0.8)} ${n(-half * 0.2)} ${n(-half * 0.5)} 0 ${n(-half * 0.24)}Z`,
        b,
      ) +
      circle(0, -half * 0.62, half * 0.07, light) +
      path(
        `M${n(half)} ${n(-half)}H${n(half * 0.55)}A${n(half * 0.45)} ${n(half * 0.45)} 0 0 0 ${n(half)} ${n(-half * 0.55)}Z`,
        dark,
      ) +
      path(
        `M${n(half)} ${n(-half)}H${n(half * 0.72)}A${n(half * 0.28)} ${n(half * 0.28)} 0 0 0 ${n(half)} ${n(-half * 0.72)}Z`,
        d,
      );
    return (
      repeat(4, (q) => group(quarter, { transform: `rotate(${q * 90})` })) +
      circle(0, 0, half * 0.2, dark) +
      circle(0, 0, half * 0.13, c.accent(k + 1)) +
      circle(0, 0, half * 0.05, light)
    );
  };
  return (
    c.fill(light) +
    repeat(cols * rows, (i) => {
      const [col, row] = [i % cols, Math.floor(i / cols)];
      const base = rect(
        -half,
        -half,
        size,
        size,
        (col + row) % 2 ? light : lighten(c.palette.ground, 0.2),
        { stroke: mix(c.palette.ground, dark, 0.25), 'stroke-width': 2.5 },
      );
      return at(col * size + half, row * size + half, 1, base + design((col + row) % 2));
    })
  );
}
