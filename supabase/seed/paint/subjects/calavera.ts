import type { Canvas } from '../canvas.ts';
import { lighten, mix } from '../color.ts';
import { broadLeaf, rosette } from '../motifs/plants.ts';
import { papelPicado, rays, stars } from '../motifs/scenery.ts';
import { at, circle, group, n, path, polar, repeat, stroke } from '../svg.ts';

/** A sugar skull with marigold eyes. */
export function calavera(c: Canvas): string {
  const { dark, light } = c.palette;
  const u = c.unit;
  const mirrored = (content: string) => content + group(content, { transform: 'scale(-1 1)' });
  const skull =
    path(
      'M0 -150C86 -150 128 -96 126 -30C125 4 112 26 96 42C92 60 88 76 80 84L76 132C50 150 -50 150 -76 132L-80 84C-88 76 -92 60 -96 42C-112 26 -125 4 -126 -30C-128 -96 -86 -150 0 -150Z',
      light,
    ) +
    path(
      'M30 -146C100 -132 128 -90 126 -30C125 4 112 26 96 42C92 60 88 76 80 84L76 132C66 138 52 142 38 144C58 90 84 60 84 -10C84 -70 64 -120 30 -146Z',
      mix(light, c.accent(4), 0.28),
    ) +
    mirrored(
      repeat(14, (i) => {
        const [px, py] = polar(50, -22, i * 25.7, 40);
        return circle(px, py, 10.5, i % 2 ? c.accent(0) : c.accent(3));
      }) +
        circle(50, -22, 38, dark) +
        rosette(50, -22, 30, [c.accent(1), lighten(c.accent(1), 0.4), c.accent(3)], 12) +
        stroke('M104 14q14 -18 4 -36M96 26q26 -10 24 -50', c.accent(2), 4) +
        path('M30 -92C46 -118 76 -110 82 -92C66 -88 46 -80 30 -92Z', c.accent(2)) +
        path('M40 -94C50 -106 66 -104 72 -94C62 -92 50 -90 40 -94Z', light) +
        repeat(5, (i) => circle(96 - i * 3, -66 - i * 13, 4.6 - i * 0.5, c.accent(i))) +
        circle(70, 48, 9, c.accent(0)) +
        repeat(6, (i) =>
          circle(70 + Math.cos(i * 1.05) * 16, 48 + Math.sin(i * 1.05) * 16, 4.2, c.accent(2)),
        ),
    ) +
    path('M0 8C14 22 22 40 16 48C8 52 4 44 0 38C-4 44 -8 52 -16 48C-22 40 -14 22 0 8Z', dark) +
    rosette(0, -108, 30, [c.accent(0), lighten(c.accent(0), 0.4), c.accent(1)], 10) +
    mirrored(broadLeaf(20, -104, 40, c.accent(2), 74) + broadLeaf(14, -92, 30, c.accent(2), 118)) +
    path('M-66 84Q0 108 66 84V112Q0 136 -66 112Z', light, { stroke: dark, 'stroke-width': 4 }) +
    repeat(9, (i) =>
      stroke(`M${-52 + i * 13} ${n(88 + 9 * Math.sin((Math.PI * (i + 1)) / 10))}v28`, dark, 3.4),
    ) +
    stroke('M-66 98Q0 122 66 98', dark, 3.4) +
    path(
      'M-14 124C-14 116 0 116 0 126C0 116 14 116 14 124C14 132 0 142 0 142C0 142 -14 132 -14 124Z',
      c.accent(0),
    );
  const [x, y] = [c.w / 2, c.h * 0.53];
  const wreath = repeat(15, (i) => {
    const [px, py] = polar(x, y - u * 0.03, 180 + (i * 180) / 14, u * 0.385);
    const r = u * (0.06 + 0.035 * Math.sin((Math.PI * i) / 14));
    return (
      broadLeaf(px, py, r * 2.1, '#2f7d58', 270 + (i * 180) / 14 + (i % 2 ? 30 : -30)) +
      rosette(px, py, r, [c.accent(i), lighten(c.accent(i), 0.3), c.accent(i + 2)], 13)
    );
  });
  const corner = repeat(12, (i) =>
    rosette(
      (c.w * (i + 0.5)) / 12,
      c.h * 0.99,
      u * c.rng.range(0.06, 0.1),
      [c.accent(i), lighten(c.accent(i), 0.3), c.accent(1)],
      12,
    ),
  );
  return (
    c.fill(c.radial([c.accent(4), mix(c.accent(4), dark, 0.55), dark])) +
    rays(x, y, c.w, 40, c.accent(0), 0.2) +
    stars(c, 40, c.h * 0.7) +
    papelPicado(c, c.h * 0.02, u * 0.15, u * 0.03, dark) +
    at(
      x,
      y + u * 0.04,
      u / 400,
      path(
        'M0 -160C96 -160 138 -100 136 -30C134 40 100 60 92 90L84 140C54 162 -54 162 -84 140L-92 90C-100 60 -134 40 -136 -30C-138 -100 -96 -160 0 -160Z',
        dark,
      ) + skull,
    ) +
    wreath +
    corner
  );
}
