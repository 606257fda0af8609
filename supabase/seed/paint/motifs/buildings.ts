import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten } from '../color.ts';
import { circle, n, path, rect, repeat, stroke } from '../svg.ts';

/** A mission church with a curved parapet and a bell tower, standing on `ground`; `w` is its width. */
export function missionChurch(c: Canvas, x: number, ground: number, w: number, stone: Hex): string {
  const u = w / 200;
  const px = (v: number) => n(x + v * u);
  const py = (v: number) => n(ground - v * u);
  const shade = darken(stone, 0.28);
  const deep = darken(stone, 0.62);
  const lit = lighten(stone, 0.35);
  const arch = (ax: number, ay: number, aw: number, ah: number, fill: string) =>
    path(
      `M${px(ax - aw / 2)} ${py(ay)}V${py(ay + ah)}A${n((aw / 2) * u)} ${n((aw / 2) * u)} 0 0 1 ${px(ax + aw / 2)} ${py(ay + ah)}V${py(ay)}Z`,
      fill,
    );
  const wall = c.gradient([lit, stone, shade], 20);
  const tower =
    rect(x + 62 * u, ground - 196 * u, 46 * u, 196 * u, wall) +
    rect(x + 96 * u, ground - 196 * u, 12 * u, 196 * u, shade, { opacity: 0.7 }) +
    rect(x + 56 * u, ground - 200 * u, 58 * u, 8 * u, lit) +
    rect(x + 58 * u, ground - 142 * u, 54 * u, 5 * u, lit) +
    arch(85, 152, 20, 22, deep) +
    circle(x + 85 * u, ground - 160 * u, 6.5 * u, '#c99a3f') +
    rect(x + 78 * u, ground - 160 * u, 14 * u, 7 * u, '#c99a3f') +
    path(
      `M${px(60)} ${py(200)}C${px(60)} ${py(232)} ${px(110)} ${py(232)} ${px(110)} ${py(200)}Z`,
      wall,
    ) +
    stroke(`M${px(85)} ${py(222)}V${py(248)}M${px(78)} ${py(240)}H${px(92)}`, deep, 2.4 * u);
  const facade =
    path(
      `M${px(-100)} ${py(0)}V${py(104)}H${px(-84)}C${px(-80)} ${py(122)} ${px(-58)} ${py(112)} ${px(-52)} ${py(130)}C${px(-46)} ${py(150)} ${px(-34)} ${py(158)} ${px(-18)} ${py(158)}C${px(-2)} ${py(158)} ${px(10)} ${py(150)} ${px(16)} ${py(130)}C${px(22)} ${py(112)} ${px(44)} ${py(122)} ${px(48)} ${py(104)}H${px(64)}V${py(0)}Z`,
      wall,
    ) +
    stroke(
      `M${px(-84)} ${py(104)}C${px(-80)} ${py(122)} ${px(-58)} ${py(112)} ${px(-52)} ${py(130)}C${px(-46)} ${py(150)} ${px(-34)} ${py(158)} ${px(-18)} ${py(158)}C${px(-2)} ${py(158)} ${px(10)} ${py(150)} ${px(16)} ${py(130)}C${px(22)} ${py(112)} ${px(44)} ${py(122)} ${px(48)} ${py(104)}`,
      lit,
      4 * u,
    ) +
    rect(x - 100 * u, ground - 92 * u, 164 * u, 5 * u, lit) +
    rect(x - 100 * u, ground - 87 * u, 164 * u, 3 * u, shade);
  const columns = [-64, -46, 10, 28]
    .map(
      (px) =>
        rect(
          x + px * u - 4 * u,
          ground - 86 * u,
          8 * u,
          86 * u,
          c.gradient([lit, stone, shade], 0),
        ) + rect(x + px * u - 6 * u, ground - 88 * u, 12 * u, 5 * u, lit),
    )
    .join('');
  const niches = [-55, 19]
    .map((px) => arch(px, 48, 9, 16, deep) + arch(px, 12, 9, 16, deep))
    .join('');
  const door =
    arch(-18, 0, 46, 46, lit) +
    arch(-18, 0, 38, 44, deep) +
    arch(-18, 0, 34, 42, '#5b3524') +
    stroke(`M${px(-18)} ${py(0)}V${py(58)}`, deep, 1.6 * u) +
    repeat(4, (i) => stroke(`M${px(-33)} ${py(8 + i * 11)}H${px(-3)}`, '#3f2216', 1.1 * u));
  const rose =
    circle(x - 18 * u, ground - 118 * u, 16 * u, lit) +
    circle(x - 18 * u, ground - 118 * u, 12.5 * u, deep) +
    repeat(8, (i) =>
      circle(
        x - 18 * u + Math.cos((i * Math.PI) / 4) * 7.6 * u,
        ground - 118 * u + Math.sin((i * Math.PI) / 4) * 7.6 * u,
        3.1 * u,
        '#e7a23c',
      ),
    ) +
    circle(x - 18 * u, ground - 118 * u, 3 * u, '#e2604a');
  return tower + facade + columns + niches + door + rose;
}

/** Downtown with its slender observation tower, standing on `ground`. */
export function skyline(
  c: Canvas,
  ground: number,
  height: number,
  far: Hex,
  near: Hex,
  lights: Hex,
): string {
  const layer = (color: Hex, scale: number, windows: boolean) => {
    let x = -c.w * 0.02;
    let out = '';
    while (x < c.w) {
      const w = c.w * c.rng.range(0.035, 0.085);
      const h = height * scale * c.rng.range(0.32, 0.95);
      out += rect(x, ground - h, w + 1, h, color);
      const roof = c.rng.int(0, 5);
      if (roof === 0 && w < c.w * 0.05)
        out += path(
          `M${n(x)} ${n(ground - h)}l${n(w / 2)} ${n(-w * 0.55)}l${n(w / 2)} ${n(w * 0.55)}Z`,
          color,
        );
      if (roof === 1)
        out +=
          rect(x + w * 0.3, ground - h * 1.12, w * 0.4, h * 0.13, color) +
          rect(x + w * 0.48, ground - h * 1.3, w * 0.04, h * 0.2, color);
      if (windows) {
        const cols = Math.max(2, Math.round(w / (c.w * 0.011)));
        const rows = Math.max(3, Math.round(h / (c.w * 0.015)));
        out += repeat(cols * rows, (i) =>
          c.rng.chance(0.42)
            ? rect(
                x + ((i % cols) + 0.28) * (w / cols),
                ground - h + (Math.floor(i / cols) + 0.35) * (h / rows),
                (w / cols) * 0.5,
                (h / rows) * 0.42,
                lights,
                { opacity: c.rng.pick([0.35, 0.6, 0.95]) },
              )
            : '',
        );
      }
      x += w * c.rng.range(1, 1.25);
    }
    return out;
  };
  const tx = c.w * c.rng.pick([0.3, 0.62, 0.7]);
  const u = height / 100;
  const tower =
    path(
      `M${n(tx - 3.2 * u)} ${n(ground)}L${n(tx - 1.7 * u)} ${n(ground - 92 * u)}H${n(tx + 1.7 * u)}L${n(tx + 3.2 * u)} ${n(ground)}Z`,
      near,
    ) +
    path(
      `M${n(tx - 4 * u)} ${n(ground - 88 * u)}L${n(tx - 11 * u)} ${n(ground - 96 * u)}V${n(ground - 101 * u)}H${n(tx + 11 * u)}V${n(ground - 96 * u)}L${n(tx + 4 * u)} ${n(ground - 88 * u)}Z`,
      near,
    ) +
    rect(tx - 10.4 * u, ground - 99.5 * u, 20.8 * u, 2 * u, lights) +
    rect(tx - 8 * u, ground - 104.5 * u, 16 * u, 4 * u, near) +
    rect(tx - 5 * u, ground - 107 * u, 10 * u, 3 * u, near) +
    rect(tx - 0.5 * u, ground - 128 * u, 1 * u, 22 * u, near) +
    circle(tx, ground - 128 * u, 1.1 * u, '#ff5a4e');
  return layer(far, 0.95, false) + tower + layer(near, 0.72, true);
}

/** A stone footbridge with `arches` arches from edge to edge; its deck is at `deck`, the water at `waterline`. */
export function bridge(
  c: Canvas,
  deck: number,
  waterline: number,
  stone: Hex,
  opening: string,
): string {
  const h = waterline - deck;
  const span = c.w * 0.62;
  const x0 = (c.w - span) / 2;
  const rise = h * 0.24;
  const body = `M0 ${n(deck + rise)}Q${n(c.w / 2)} ${n(deck - rise)} ${n(c.w)} ${n(deck + rise)}V${n(waterline)}H0Z`;
  const archPath = `M${n(x0)} ${n(waterline + 1)}C${n(x0 + span * 0.04)} ${n(deck + h * 0.1)} ${n(x0 + span * 0.96)} ${n(deck + h * 0.1)} ${n(x0 + span)} ${n(waterline + 1)}Z`;
  const stones = repeat(120, () => {
    const [sx, sy] = [c.rng.range(0, c.w), c.rng.range(deck, waterline)];
    return rect(
      sx,
      sy,
      c.w * c.rng.range(0.025, 0.055),
      h * c.rng.range(0.05, 0.09),
      c.rng.chance(0.5) ? lighten(stone, 0.18) : darken(stone, 0.2),
      { rx: 4, opacity: 0.55 },
    );
  });
  const voussoirs = repeat(21, (i) => {
    const t = (i + 0.5) / 21;
    const u = 1 - t;
    const bx =
      u ** 3 * x0 +
      3 * u * u * t * (x0 + span * 0.04) +
      3 * u * t * t * (x0 + span * 0.96) +
      t ** 3 * (x0 + span);
    const by =
      u ** 3 * waterline +
      3 * u * u * t * (deck + h * 0.1) +
      3 * u * t * t * (deck + h * 0.1) +
      t ** 3 * waterline;
    // Along the arch: the direction of the Bézier curve at t.
    const dx = 3 * u * u * span * 0.04 + 6 * u * t * span * 0.92 + 3 * t * t * span * 0.04;
    const dy = 3 * (t * t - u * u) * (waterline - deck - h * 0.1);
    const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
    return rect(
      -span * 0.026,
      -h * 0.07,
      span * 0.048,
      h * 0.13,
      i % 2 ? lighten(stone, 0.3) : lighten(stone, 0.12),
      {
        transform: `translate(${n(bx)} ${n(by)}) rotate(${n(angle)})`,
        rx: 2,
      },
    );
  });
  const rail = stroke(
    `M0 ${n(deck + rise)}Q${n(c.w / 2)} ${n(deck - rise)} ${n(c.w)} ${n(deck + rise)}`,
    lighten(stone, 0.4),
    h * 0.07,
  );
  return (
    c.clipped(
      path(body, '#fff'),
      path(body, c.gradient([lighten(stone, 0.2), darken(stone, 0.25)])) + stones,
    ) +
    path(archPath, opening) +
    voussoirs +
    rail
  );
}
