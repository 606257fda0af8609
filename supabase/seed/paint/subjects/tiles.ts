import type { Canvas } from '../canvas.ts';
import { type Hex, lighten, mix } from '../color.ts';
import { at, circle, group, n, type Point, path, polygon, rect, repeat } from '../svg.ts';

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
        filled(
          [
            [0, 0],
            [s, 0],
            [0, s],
          ],
          b,
        ) +
        filled(
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

const filled = (points: Point[], fill: string) => path(polygon(points), fill);

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
