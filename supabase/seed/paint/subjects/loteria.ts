import type { Canvas } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { face } from '../figure/face.ts';
import { word } from '../letters.ts';
import { monarch } from '../motifs/animals.ts';
import { broadLeaf, pricklyPear, rosette } from '../motifs/plants.ts';
import { rays } from '../motifs/scenery.ts';
import { at, circle, n, path, rect, repeat, stroke } from '../svg.ts';

/** Cards of our own deck: number, picture, title, in the manner of the old game. */
const CARDS: readonly [title: string, number: string, draw: (c: Canvas) => string][] = [
  [
    'EL SOL',
    '7',
    (c) =>
      rays(0, 0, 150, 16, c.accent(1)) +
      rays(0, 0, 132, 16, c.accent(3), 1, 11) +
      circle(0, 0, 92, c.accent(1)) +
      circle(0, 0, 84, lighten(c.accent(1), 0.3)) +
      at(
        0,
        4,
        0.62,
        face(c, {
          skin: lighten(c.accent(1), 0.35),
          hair: darken(c.accent(3), 0.35),
          lips: c.accent(0),
          eyes: 'closed',
          shadow: mix(c.accent(1), c.accent(3), 0.6),
          smile: 0.8,
          jaw: 6,
        }),
      ),
  ],
  [
    'EL CORAZON',
    '28',
    (c) =>
      rays(0, 0, 160, 24, c.accent(1), 0.9) +
      path(
        'M0 110C-150 20 -120 -92 -52 -88C-22 -86 -6 -64 0 -48C6 -64 22 -86 52 -88C120 -92 150 20 0 110Z',
        c.accent(0),
      ) +
      path('M0 110C150 20 120 -92 52 -88C90 -40 70 40 0 110Z', darken(c.accent(0), 0.3)) +
      repeat(5, (i) =>
        path('M0 0C-14 -26 -6 -46 0 -66C8 -46 14 -26 0 0Z', i % 2 ? c.accent(1) : c.accent(3), {
          transform: `translate(${-32 + i * 16} -72) rotate(${-20 + i * 10})`,
        }),
      ) +
      rosette(0, 6, 44, [c.palette.light, lighten(c.accent(1), 0.4), c.accent(1)], 10) +
      stroke('M-84 -34Q-70 -60 -46 -60', lighten(c.accent(0), 0.5), 9),
  ],
  [
    'EL NOPAL',
    '19',
    (c) => circle(0, -30, 110, c.accent(1)) + pricklyPear(c, 0, 135, 46, '#3f8f58', c.accent(0)),
  ],
  [
    'LA MARIPOSA',
    '31',
    (c) =>
      circle(0, 0, 130, c.accent(2)) +
      rays(0, 0, 130, 20, c.palette.light, 0.4) +
      monarch(0, 4, 250, c.accent(1)),
  ],
  [
    'LA LUNA',
    '44',
    (c) =>
      circle(0, 0, 140, c.palette.dark) +
      repeat(24, (i) =>
        circle(
          Math.cos(i * 2.4) * (40 + i * 4),
          Math.sin(i * 2.4) * (40 + i * 4),
          3,
          c.palette.light,
        ),
      ) +
      path('M30 -110A115 115 0 1 0 30 110A140 140 0 0 1 30 -110Z', lighten(c.accent(1), 0.35)) +
      stroke('M-50 -24Q-36 -14 -22 -24M-40 40Q-24 50 -10 42', darken(c.accent(1), 0.5), 5) +
      circle(-56, 16, 12, c.accent(0), { opacity: 0.5 }),
  ],
  [
    'LA ROSA',
    '52',
    (c) =>
      [-1, 1].map((s) => broadLeaf(0, 90, 120, '#2f7d58', s * 62)).join('') +
      stroke('M0 140V20', '#2f6a48', 9) +
      rosette(
        0,
        -30,
        104,
        [
          darken(c.accent(0), 0.15),
          c.accent(0),
          lighten(c.accent(0), 0.2),
          lighten(c.accent(0), 0.4),
          c.accent(0),
        ],
        9,
      ),
  ],
];

export function loteria(c: Canvas): string {
  const { light, dark, ground } = c.palette;
  const u = c.unit;
  const count = c.w > c.h * 1.7 ? 3 : c.w > c.h * 1.2 ? 2 : 1;
  const cards = c.rng.shuffle(CARDS).slice(0, count);
  const ch = c.h * 0.84;
  const cw = Math.min((c.w * 0.88) / count - u * 0.03, ch * 0.68);
  const frame = cards.map(([title, number, draw], i) => {
    const x = c.w / 2 + (i - (count - 1) / 2) * (cw + u * 0.06) - cw / 2;
    const y = c.h * 0.08;
    const sky = c.gradient([mix(c.accent(i + 2), light, 0.25), mix(c.accent(i + 2), light, 0.7)]);
    return (
      rect(x + u * 0.016, y + u * 0.02, cw, ch, dark, { opacity: 0.35, rx: 10 }) +
      rect(x, y, cw, ch, light, { rx: 10 }) +
      rect(x + cw * 0.055, y + cw * 0.055, cw * 0.89, ch - cw * 0.27, sky, {
        stroke: dark,
        'stroke-width': n(u * 0.006),
      }) +
      at(x + cw / 2, y + (ch - cw * 0.16) / 2, cw / 335, draw(c)) +
      word(
        number,
        { x: x + cw * 0.1, y: y + cw * 0.1, w: cw * 0.055 * number.length, h: cw * 0.09 },
        { weight: 20 },
        dark,
      ) +
      word(
        title,
        { x: x + cw * 0.14, y: y + ch - cw * 0.165, w: cw * 0.72, h: cw * 0.095 },
        { weight: 19, serif: true },
        dark,
      )
    );
  });
  const corners = repeat(34, (i) => {
    const edge = i % 2 ? c.h * 0.01 : c.h * 0.99;
    return rosette(
      (c.w * i) / 33,
      edge,
      u * 0.05,
      [c.accent(i), lighten(c.accent(i), 0.35), c.accent(i + 1)],
      10,
    );
  });
  return (
    c.fill(c.gradient([c.accent(0), mix(c.accent(0), c.accent(3), 0.5)], 70)) +
    rays(c.w / 2, c.h / 2, c.w, 36, ground, 0.13) +
    corners +
    frame.join('')
  );
}
