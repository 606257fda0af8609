import type { Canvas } from '../canvas.ts';
import type { Hex } from '../color.ts';
import { type Point, path, polygon, rect, repeat } from '../svg.ts';

const filled = (points: Point[], fill: string) => path(polygon(points), fill);

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
      return filled(points, fill);
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
