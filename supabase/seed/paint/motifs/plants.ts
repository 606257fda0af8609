import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten, mix } from '../color.ts';
import { at, circle, ellipse, group, n, path, polar, repeat, stroke } from '../svg.ts';

/** A pointed leaf growing upwards from the origin, light on one half and dark on the other. */
function blade(length: number, width: number, color: Hex): string {
  const side = (s: number) =>
    `M0 0C${n(-s * width)} ${n(-length * 0.25)} ${n(-s * width * 0.75)} ${n(-length * 0.7)} 0 ${n(-length)}L0 0Z`;
  return (
    path(side(1), darken(color, 0.28)) +
    path(side(-1), color) +
    stroke(`M0 ${n(-length * 0.05)}L0 ${n(-length * 0.93)}`, lighten(color, 0.45), width * 0.05)
  );
}

/** A rosette of blades, back leaves first. `r` is the length of the longest leaf. */
export function agave(c: Canvas, x: number, y: number, r: number, color: Hex): string {
  const ring = (count: number, spread: number, length: number, tint: Hex) =>
    Array.from({ length: count }, (_, i) => -spread + (2 * spread * i) / (count - 1))
      .sort((a, b) => Math.abs(b) - Math.abs(a))
      .map((angle) => {
        const reach = length * (1 - Math.abs(angle) / 420) * c.rng.range(0.92, 1.05);
        const leaf =
          blade(reach, length * 0.15, mix(tint, darken(tint, 0.35), c.rng.range(0, 0.35))) +
          path(`M-3 ${n(-reach * 0.97)}L0 ${n(-reach * 1.05)}L3 ${n(-reach * 0.97)}Z`, '#3b1420');
        return group(leaf, { transform: `rotate(${n(angle)})` });
      })
      .join('');
  const content =
    ring(9, 96, r * 0.98, darken(color, 0.3)) +
    ring(8, 74, r, color) +
    ring(5, 52, r * 0.72, lighten(color, 0.12));
  return at(x, y, 1, content);
}

/** A prickly pear: pads on pads, spines as dots, tunas on the rims. */
export function pricklyPear(
  c: Canvas,
  x: number,
  y: number,
  size: number,
  color: Hex,
  fruit: Hex,
): string {
  const pad = (px: number, py: number, r: number, angle: number, depth: number): string => {
    const [cx, cy] = polar(px, py, angle, r * 1.02);
    const shade = mix(color, darken(color, 0.4), c.rng.range(0, 0.3));
    const spines = repeat(5, (row) =>
      repeat(4, (col) =>
        circle(
          (col - 1.5) * r * 0.34 + (row % 2) * r * 0.14,
          (row - 2) * r * 0.38,
          r * 0.035,
          lighten(color, 0.7),
        ),
      ),
    );
    const body = group(
      ellipse(0, 0, r * 0.78, r * 1.06, darken(shade, 0.45)) +
        ellipse(-r * 0.03, -r * 0.03, r * 0.72, r, shade) +
        ellipse(-r * 0.22, -r * 0.25, r * 0.4, r * 0.6, lighten(shade, 0.16)) +
        spines,
      { transform: `translate(${n(cx)} ${n(cy)}) rotate(${n(angle + 90)})` },
    );
    const tips = depth === 0 ? 3 : c.rng.int(1, 3);
    const fruits = repeat(tips, (i) => {
      const [fx, fy] = polar(cx, cy, angle + (i - (tips - 1) / 2) * 34, r * 1.12);
      return group(
        ellipse(0, 0, r * 0.17, r * 0.27, fruit) +
          ellipse(-r * 0.05, -r * 0.06, r * 0.06, r * 0.14, lighten(fruit, 0.5)) +
          circle(0, -r * 0.26, r * 0.13, '#f8c537'),
        { transform: `translate(${n(fx)} ${n(fy)}) rotate(${n(angle + 90 + (i - 1) * 30)})` },
      );
    });
    const children =
      depth === 0
        ? ''
        : [-46, 4, 48]
            .filter(() => depth > 1 || c.rng.chance(0.7))
            .map((turn) => {
              const [ax, ay] = polar(cx, cy, angle + turn, r * 0.8);
              return pad(
                ax,
                ay,
                r * c.rng.range(0.68, 0.82),
                angle + turn * c.rng.range(0.7, 1),
                depth - 1,
              );
            })
            .join('');
    return (depth < 2 ? fruits : '') + children + body;
  };
  return pad(x, y, size, -90 + c.rng.range(-6, 6), 2);
}

/** A bluebonnet spike with its white tip, rooted at (x, y). */
export function bluebonnet(c: Canvas, x: number, y: number, height: number, color: Hex): string {
  const rows = 9;
  const petals = repeat(rows, (row) => {
    const t = row / (rows - 1);
    const spread = height * 0.075 * (1 - t * 0.75);
    const py = -height * (0.46 + 0.5 * t);
    const tip = t > 0.84;
    return [-1, 1, 0]
      .map((side) => {
        const tint = tip ? '#fbf8ee' : mix(color, side ? '#1d2f78' : '#aac2f5', 0.22 + 0.12 * t);
        const [px, r] = [side * spread, height * 0.04 * (1.15 - t * 0.55)];
        const lobe = ellipse(px, py, r, r * 0.72, tint as Hex, {
          transform: `rotate(${side * 32} ${n(px)} ${n(py)})`,
        });
        return side === 0 && !tip ? lobe + circle(px, py - r * 0.2, r * 0.3, '#fff6ec') : lobe;
      })
      .join('');
  });
  const leaves = repeat(5, (i) =>
    group(blade(height * 0.24, height * 0.04, '#5b9a50'), {
      transform: `translate(0 ${n(-height * 0.16)}) rotate(${(i - 2) * 40})`,
    }),
  );
  const stem = stroke(`M0 0L0 ${n(-height * 0.9)}`, '#3f7a43', height * 0.02);
  return at(x, y, 1, stem + leaves + petals, c.rng.range(-7, 7));
}

/** A many-petalled flower seen from the front: marigold, dahlia or zinnia depending on its colours. */
export function rosette(
  x: number,
  y: number,
  r: number,
  colors: readonly Hex[],
  petals = 12,
): string {
  const rings = colors.length;
  return at(
    x,
    y,
    1,
    colors
      .map((color, ring) => {
        const reach = r * (1 - ring / (rings + 0.6));
        const width = (Math.PI * reach) / petals;
        return repeat(petals, (i) => {
          const turn = (360 / petals) * (i + (ring % 2) / 2);
          const petal = `M0 0C${n(-width * 1.5)} ${n(-reach * 0.55)} ${n(-width)} ${n(-reach)} 0 ${n(-reach)}C${n(width)} ${n(-reach)} ${n(width * 1.5)} ${n(-reach * 0.55)} 0 0Z`;
          return path(petal, i % 2 ? color : darken(color, 0.1), {
            transform: `rotate(${n(turn)})`,
            stroke: darken(color, 0.35),
            'stroke-width': r * 0.012,
          });
        });
      })
      .join('') + circle(0, 0, r * 0.13, darken(colors.at(-1) ?? '#f7c548', 0.45)),
  );
}

/** A stem with paired leaves, curving from (x, y) upwards. */
export function frond(
  c: Canvas,
  x: number,
  y: number,
  length: number,
  color: Hex,
  angle: number,
): string {
  const pairs = 7;
  const bend = c.rng.range(-18, 18);
  const leaf = (t: number, side: number) => {
    const size = length * 0.3 * Math.sin(Math.PI * (0.18 + 0.78 * t));
    const d = `M0 0C${n(size * 0.35)} ${n(-size * 0.5)} ${n(size * 0.32)} ${n(-size * 0.9)} 0 ${n(-size * 1.15)}C${n(-size * 0.22)} ${n(-size * 0.8)} ${n(-size * 0.2)} ${n(-size * 0.4)} 0 0Z`;
    return path(d, side > 0 ? color : darken(color, 0.22), {
      transform: `translate(${n(bend * t * t * length * 0.008)} ${n(-length * t)}) rotate(${n(side * (58 - 22 * t))})`,
    });
  };
  const leaves = repeat(
    pairs,
    (i) => leaf(0.12 + (i / pairs) * 0.86, 1) + leaf(0.08 + (i / pairs) * 0.86, -1),
  );
  const stem = stroke(
    `M0 0Q0 ${n(-length * 0.5)} ${n(bend * length * 0.008)} ${n(-length)}`,
    darken(color, 0.35),
    length * 0.022,
  );
  return at(x, y, 1, stem + leaves, angle);
}

/** A broad split leaf, the kind that fills a tropical wall. */
export function broadLeaf(x: number, y: number, length: number, color: Hex, angle: number): string {
  const w = length * 0.36;
  const half = (s: number) =>
    `M0 0C${n(s * w * 1.2)} ${n(-length * 0.15)} ${n(s * w * 1.15)} ${n(-length * 0.7)} 0 ${n(-length)}Z`;
  const veins = repeat(6, (i) => {
    const vy = -length * (0.14 + i * 0.13);
    const reach = w * 0.82 * Math.sin(Math.PI * (0.25 + i * 0.11));
    return stroke(
      `M0 ${n(vy)}L${n(reach)} ${n(vy - length * 0.1)}M0 ${n(vy)}L${n(-reach)} ${n(vy - length * 0.1)}`,
      lighten(color, 0.35),
      length * 0.009,
    );
  });
  return at(
    x,
    y,
    1,
    path(half(1), color) +
      path(half(-1), darken(color, 0.22)) +
      veins +
      stroke(`M0 ${n(length * 0.1)}L0 ${n(-length * 0.97)}`, lighten(color, 0.45), length * 0.018),
    angle,
  );
}
