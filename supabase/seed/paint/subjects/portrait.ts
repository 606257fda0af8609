import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten, mix } from '../color.ts';
import { type FaceLook, face } from '../figure/face.ts';
import { bust, ears, type HairStyle, hairBehind, hairFront, hat } from '../figure/hair.ts';
import { word } from '../letters.ts';
import { monarch } from '../motifs/animals.ts';
import { broadLeaf, frond, pricklyPear, rosette } from '../motifs/plants.ts';
import { papelPicado, rays, stars } from '../motifs/scenery.ts';
import { at, circle, ellipse, group, n, path, polar, rect, repeat, stroke } from '../svg.ts';

const SKINS: readonly Hex[] = ['#c98a5e', '#a9683f', '#8a5233', '#d9a074', '#6f3f28', '#b87848'];
const HAIR: readonly Hex[] = ['#241521', '#33191c', '#1c1a2c', '#4a2618'];

function look(c: Canvas, extra: Partial<FaceLook> = {}): FaceLook {
  const skin = c.rng.pick(SKINS);
  return {
    skin,
    hair: c.rng.pick(HAIR),
    lips: mix('#b8324a', skin, 0.15),
    eyes: 'closed',
    shadow: mix(darken(skin, 0.28), c.accent(0), 0.28),
    smile: 0.35,
    jaw: c.rng.range(-4, 6),
    ...extra,
  };
}

/** Head and shoulders around the origin, about 380 wide and 500 high. */
function figure(c: Canvas, who: FaceLook, style: HairStyle, cloth: Hex, crown = ''): string {
  return (
    hairBehind(style, who.hair) +
    bust(c, who.skin, who.shadow, cloth, c.accent(1)) +
    ears(who.skin, who.shadow, c.accent(1)) +
    face(c, who) +
    hairFront(style, who.hair) +
    crown
  );
}

const flowerCrown = (c: Canvas): string =>
  repeat(9, (i) => {
    const [x, y] = polar(0, -30, 200 + i * 17.5, 100);
    const r = 27 + 13 * Math.sin((Math.PI * i) / 8);
    return (
      broadLeaf(x, y, r * 1.7, '#2f7d58', 200 + i * 17.5 + 90 + (i % 2 ? 24 : -24)) +
      rosette(x, y, r, [c.accent(i), lighten(c.accent(i), 0.3), c.accent(i + 1)], 11)
    );
  });

/** A woman with flowers in her hair before a halo of marigolds. */
export function marigolds(c: Canvas): string {
  const { dark, light } = c.palette;
  const u = c.unit;
  const [x, y, s] = [c.w / 2, c.h * 0.5, u / 400];
  const halo = (r: number, count: number, size: number, from: number) =>
    repeat(count, (i) => {
      const [px, py] = polar(x, y - 20 * s, (360 / count) * i, r);
      return rosette(
        px,
        py,
        size,
        [c.accent(i + from), lighten(c.accent(i + from), 0.35), c.accent(1)],
        12,
      );
    });
  const sides =
    c.w > c.h * 1.15
      ? [-1, 1]
          .map((d) =>
            repeat(5, (i) =>
              frond(
                c,
                x + d * (u * 0.62 + i * u * 0.07),
                c.h * 1.05,
                u * (0.9 - i * 0.1),
                i % 2 ? '#2f7d58' : '#4a9a6a',
                d * (10 + i * 9),
              ),
            ),
          )
          .join('')
      : '';
  return (
    c.fill(c.radial([mix(c.accent(4), c.accent(0), 0.35), mix(c.accent(4), dark, 0.35), dark])) +
    rays(x, y, c.w, 32, light, 0.09) +
    sides +
    circle(x, y - 20 * s, u * 0.46, c.accent(1)) +
    circle(x, y - 20 * s, u * 0.43, dark) +
    halo(u * 0.44, 22, u * 0.062, 0) +
    circle(x, y - 20 * s, u * 0.36, c.gradient([c.accent(2), mix(c.accent(2), light, 0.5)])) +
    rays(x, y - 20 * s, u * 0.36, 24, light, 0.22) +
    at(
      x,
      y + u * 0.02,
      s * 1.02,
      figure(
        c,
        look(c),
        c.rng.pick(['long', 'braids', 'bun'] as const),
        c.accent(0),
        flowerCrown(c),
      ),
    ) +
    repeat(13, (i) =>
      rosette(
        (c.w * (i + 0.5)) / 13,
        c.h * 0.985,
        u * c.rng.range(0.05, 0.09),
        [c.accent(i), lighten(c.accent(i), 0.3), c.accent(1)],
        12,
      ),
    )
  );
}

/** A face in bold planes, larger than the wall, with bands of colour for light. */
export function planes(c: Canvas): string {
  const { ground, light, dark } = c.palette;
  const u = c.unit;
  const bands = repeat(9, (i) =>
    path(
      `M${n(-c.w * 0.1 + i * c.w * 0.14)} ${n(-10)}h${n(c.w * 0.07)}l${n(c.h * 0.5)} ${n(c.h + 20)}h${n(-c.w * 0.07)}Z`,
      c.accent(i),
      { opacity: 0.9 },
    ),
  );
  const style = c.rng.pick(['short', 'curls', 'waves', 'buzz', 'bob'] as const);
  const skin = mix(c.rng.pick(SKINS), c.accent(3), 0.22);
  const who = look(c, {
    skin,
    shadow: mix(c.accent(4), dark, 0.15),
    eyes: c.rng.chance(0.5) ? 'open' : 'closed',
    lips: mix('#c2334d', c.accent(0), 0.3),
    hair: mix(dark, c.accent(4), 0.25),
  });
  const x = c.w * (c.w > c.h * 1.3 ? 0.36 : 0.5);
  const s = u / 300;
  const person = figure(
    c,
    who,
    style,
    c.accent(2),
    c.rng.chance(0.35) ? hat('bandana', c.accent(0), light) : '',
  );
  const drops = repeat(40, () =>
    circle(
      c.rng.range(0, c.w),
      c.rng.range(0, c.h),
      u * c.rng.range(0.003, 0.02),
      c.rng.pick([light, c.accent(1), c.accent(0)]),
      { opacity: 0.85 },
    ),
  );
  return (
    c.fill(c.gradient([ground, lighten(ground, 0.2)])) +
    bands +
    circle(x + u * 0.1, c.h * 0.42, u * 0.5, c.accent(1)) +
    circle(x + u * 0.1, c.h * 0.42, u * 0.42, light, { opacity: 0.35 }) +
    at(x, c.h * 0.5, s, person, -5) +
    drops
  );
}

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

/** A neighbour in a hat, patterned shirt, name of the street behind: the people of the block. */
export function neighbor(c: Canvas): string {
  const { ground, light, dark } = c.palette;
  const u = c.unit;
  const who = look(c, {
    eyes: 'open',
    smile: 0.8,
    ...(c.rng.chance(0.55) ? { beard: c.rng.pick(['full', 'moustache'] as const) } : {}),
  });
  const kind = c.rng.pick(['stetson', 'sunhat', 'cap'] as const);
  const leaves = repeat(22, (i) =>
    broadLeaf(
      c.rng.range(0, c.w),
      c.h * c.rng.range(0.2, 1.2),
      u * c.rng.range(0.2, 0.34),
      mix('#2f7d58', c.accent(2), c.rng.range(0, 0.6)),
      i % 2 ? c.rng.range(20, 70) : c.rng.range(-70, -20),
    ),
  );
  const x = c.w * (c.w > c.h * 1.3 ? 0.6 : 0.5);
  return (
    c.fill(c.gradient([c.accent(1), ground, light])) +
    circle(x, c.h * 0.42, u * 0.42, c.accent(0)) +
    rays(x, c.h * 0.42, u * 0.42, 28, c.accent(3), 0.8) +
    circle(x, c.h * 0.42, u * 0.33, c.accent(1)) +
    leaves +
    ellipse(x, c.h * 1.02, u * 0.5, u * 0.1, dark, { opacity: 0.3 }) +
    at(
      x,
      c.h * 0.54,
      u / 460,
      figure(
        c,
        who,
        who.beard ? 'short' : c.rng.pick(['long', 'bob', 'braids'] as const),
        c.accent(4),
        hat(kind, kind === 'cap' ? c.accent(0) : '#e8cf9f', c.accent(0)),
      ),
    ) +
    papelPicado(c, c.h * 0.01, u * 0.13, u * 0.02, dark, 1)
  );
}
