import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten } from '../color.ts';
import { at, circle, ellipse, group, n, path, repeat, stroke } from '../svg.ts';

/** A monarch with its wings spread; `size` is the wing span. */
export function monarch(x: number, y: number, size: number, color: Hex, angle = 0): string {
  const ink = '#1c1018';
  const wing =
    path('M1 -8C14 -44 48 -66 68 -60C76 -56 70 -34 58 -16C50 -5 24 2 1 4Z', ink) +
    path('M4 -8C14 -34 36 -52 50 -54C46 -40 26 -14 4 -2Z', color) +
    path('M54 -53C60 -54 64 -52 62 -44L40 -22C46 -32 52 -42 54 -53Z', lighten(color, 0.2)) +
    path('M10 -1C22 -6 34 -12 56 -34C56 -26 52 -18 46 -11C36 -4 22 0 10 -1Z', color) +
    path('M1 0C26 -4 50 2 54 18C56 34 40 48 26 44C14 40 4 22 1 8Z', ink) +
    path('M4 3C22 0 42 6 46 18C46 30 36 38 28 36C18 32 8 18 4 3Z', lighten(color, 0.15)) +
    stroke('M4 2L40 30M4 2L47 17M5 3L26 37M4 -4L52 -46M6 -4L56 -26', ink, 2) +
    [
      [56, -57],
      [62, -50],
      [66, -42],
      [61, -30],
      [55, -20],
      [51, 26],
      [46, 34],
      [40, 40],
      [31, 42],
      [66, -56],
      [53, 14],
    ]
      .map(([px = 0, py = 0]) => circle(px, py, 1.8, '#fff6e6'))
      .join('');
  const body =
    ellipse(0, 2, 3.6, 19, ink) +
    circle(0, -18, 4.4, ink) +
    stroke('M-1 -21Q-6 -34 -14 -38M1 -21Q6 -34 14 -38', ink, 1.5);
  return at(x, y, size / 140, wing + group(wing, { transform: 'scale(-1 1)' }) + body, angle);
}

/** A heron standing in the shallows, feet at (x, y). */
export function heron(x: number, y: number, height: number, color: Hex, flip = 1): string {
  const shade = darken(color, 0.35);
  const pale = lighten(color, 0.7);
  const feathers = repeat(6, (i) =>
    path(
      `M${-16 + i * 3} ${-92 + i * 3}C${10 + i * 4} ${-92 + i * 4} ${34 + i * 4} ${-70 + i * 4} ${48 + i * 3} ${-46 + i * 2}C${22 + i * 3} ${-56 + i * 4} ${-4 + i * 3} ${-70 + i * 4} ${-16 + i * 3} ${-92 + i * 3}Z`,
      i % 2 ? shade : color,
    ),
  );
  const content =
    stroke('M2 -60L-4 -30L0 0M14 -58L18 -28L12 0', '#4a3a2e', 3) +
    stroke('M0 0L-12 1M12 0L0 1', '#4a3a2e', 2.6) +
    path(
      'M-26 -104C-8 -118 26 -96 50 -46C24 -44 -14 -50 -24 -76C-28 -88 -30 -98 -26 -104Z',
      color,
    ) +
    feathers +
    stroke('M-20 -94C-44 -112 -8 -132 -22 -156C-28 -166 -34 -168 -38 -168', pale, 11) +
    stroke('M-16 -90C-38 -110 -2 -130 -17 -156', color, 4) +
    ellipse(-38, -169, 11, 7.5, pale) +
    path('M-46 -173L-84 -163L-45 -165Z', '#eda52f') +
    path('M-46 -174C-34 -182 -14 -172 -2 -164C-18 -168 -30 -170 -46 -174Z', '#1d2438') +
    circle(-42, -171, 2, '#1d1420');
  return at(x, y, height / 182, content, 0, flip);
}

/** An armadillo on its evening walk; `size` is its length, feet at (x, y). */
export function armadillo(x: number, y: number, size: number, color: Hex, trim: Hex): string {
  const dark = darken(color, 0.5);
  const bands = repeat(9, (i) => {
    const bx = -38 + i * 9.5;
    const top = -58 + Math.abs(i - 4) * 3.4;
    return stroke(
      `M${bx} ${top + 8}Q${bx + 8} ${top + 30} ${bx + 2} -14`,
      i % 2 ? trim : lighten(color, 0.35),
      3.2,
    );
  });
  const content =
    stroke('M-58 -22Q-86 -22 -98 -6', color, 8) +
    stroke('M-70 -22L-66 -16M-80 -18L-76 -12M-88 -13L-84 -7', dark, 2.5) +
    repeat(4, (i) =>
      stroke(`M${-40 + i * 26} -20L${-44 + i * 27} -2L${-36 + i * 27} -2`, dark, 8),
    ) +
    path('M52 -34C66 -50 92 -36 100 -16C92 -12 66 -10 52 -18Z', lighten(color, 0.2)) +
    path('M58 -42L62 -64L72 -44Z', color) +
    path('M66 -42L74 -62L80 -40Z', dark) +
    path('M-64 -14C-68 -50 -34 -66 0 -66C34 -66 62 -46 60 -14Q0 -6 -64 -14Z', color) +
    path('M-64 -14C-66 -38 -52 -54 -34 -60C-42 -42 -42 -28 -36 -12Z', darken(color, 0.18)) +
    path('M60 -14C62 -34 50 -50 34 -58C42 -42 42 -26 38 -12Z', darken(color, 0.18)) +
    bands +
    circle(80, -30, 3.2, '#1a1420') +
    circle(81, -31, 1, '#ffffff');
  return at(x, y, size / 200, content);
}

/** A roadrunner in stride; `size` is its length from beak to tail, feet at (x, y). */
export function roadrunner(
  x: number,
  y: number,
  size: number,
  color: Hex,
  trim: Hex,
  flip = 1,
): string {
  const dark = darken(color, 0.55);
  const content =
    path('M-22 -58L-112 -96L-120 -84L-108 -82L-116 -70L-30 -40Z', dark) +
    stroke('M-30 -54L-108 -88M-30 -48L-106 -78', trim, 2.5) +
    stroke('M-4 -30L-30 -14L-22 2L-36 4M12 -30L34 -18L44 0L58 0', '#8a5a34', 5) +
    path('M-40 -56C-24 -76 18 -76 34 -62C44 -54 30 -28 4 -26C-20 -26 -38 -40 -40 -56Z', color) +
    path('M22 -66C34 -74 40 -84 44 -96L62 -92C58 -74 48 -58 34 -48Z', lighten(color, 0.35)) +
    repeat(5, (i) =>
      path(`M${-34 + i * 10} ${-58 + i}q14 6 20 20q-16 -2 -20 -20Z`, i % 2 ? trim : dark),
    ) +
    path('M42 -98C46 -114 66 -116 76 -104L106 -98L76 -94C66 -86 48 -86 42 -98Z', color) +
    path(
      'M44 -102C36 -112 34 -124 28 -130C40 -128 46 -126 50 -120C50 -126 50 -132 46 -138C60 -132 64 -122 66 -112Z',
      dark,
    ) +
    path('M72 -104L110 -99L72 -96Z', '#3d3540') +
    ellipse(60, -103, 8, 5, trim) +
    circle(62, -103, 3.4, '#16121c') +
    circle(63, -104, 1.1, '#ffffff') +
    repeat(7, (i) => circle(30 + (i % 3) * 7, -62 - Math.floor(i / 3) * 9, 1.6, dark));
  return at(x, y, size / 230, content, 0, flip);
}

/** A hummingbird hovering at (x, y), bill to the upper right; `size` is its length. */
export function hummingbird(
  x: number,
  y: number,
  size: number,
  color: Hex,
  throat: Hex,
  flip = 1,
): string {
  const wing = (turn: number, reach: number, tint: Hex) =>
    group(
      repeat(6, (i) =>
        path(
          `M0 0C${n(-9)} ${n(-reach * 0.35)} ${n(-8)} ${n(-reach * 0.8)} 0 ${n(-reach * (1 - i * 0.09))}C8 ${n(-reach * 0.8)} 9 ${n(-reach * 0.35)} 0 0Z`,
          i % 2 ? tint : lighten(tint, 0.3),
          { transform: `rotate(${-i * 12})` },
        ),
      ) + ellipse(0, -6, 10, 15, darken(tint, 0.2)),
      { transform: `translate(4 -8) rotate(${turn})` },
    );
  const content =
    wing(34, 78, darken(color, 0.35)) +
    path('M-10 22L-46 74L-36 72L-38 84L-24 72L-22 80L2 30Z', darken(color, 0.5)) +
    path('M30 -40C42 -26 34 6 12 24C-2 34 -16 34 -14 22C-10 0 6 -34 30 -40Z', color) +
    path('M38 -30C40 -12 30 10 12 24C4 28 -2 30 -6 28C12 14 22 -8 26 -30Z', '#f3ead6') +
    path('M26 -34C30 -22 38 -20 46 -28C46 -16 38 -4 28 -2C24 -12 22 -24 26 -34Z', throat) +
    ellipse(35, -42, 14, 12.5, color) +
    path('M24 -48C30 -56 42 -56 48 -48C42 -50 32 -50 24 -48Z', lighten(color, 0.45)) +
    stroke('M47 -45Q70 -54 94 -60', '#2a2030', 2.8) +
    circle(40, -43, 3, '#120c18') +
    circle(41, -44, 1, '#ffffff') +
    wing(-26, 88, lighten(color, 0.12));
  return at(x, y, size / 170, content, 0, flip);
}

/** A longhorn looking straight at you; `size` is the span of its horns. */
export function longhorn(c: Canvas, x: number, y: number, size: number, color: Hex): string {
  const dark = darken(color, 0.55);
  const half =
    path(
      'M18 -44C52 -40 92 -48 112 -62C128 -74 136 -92 140 -110C146 -84 138 -56 118 -42C90 -24 52 -22 20 -26Z',
      '#efe0c0',
    ) +
    path(
      'M18 -32C52 -28 92 -34 118 -50C130 -58 138 -70 142 -86C144 -66 134 -52 118 -42C90 -24 52 -22 20 -26Z',
      '#c7ab80',
    ) +
    path('M130 -80C136 -90 139 -100 140 -110C144 -98 143 -88 140 -78Q134 -76 130 -80Z', '#5a4634') +
    path('M24 -28C40 -34 60 -26 70 -12C56 -4 36 -6 24 -14Z', color) +
    path('M30 -24C42 -26 54 -20 60 -13C50 -10 38 -12 30 -18Z', lighten(color, 0.35));
  const face =
    path(
      'M-30 -46C-18 -56 18 -56 30 -46C36 -20 28 20 22 48C26 62 20 78 0 80C-20 78 -26 62 -22 48C-28 20 -36 -20 -30 -46Z',
      color,
    ) +
    path('M0 -54C18 -55 30 -48 30 -46C36 -20 28 20 22 48C26 62 20 78 0 80Z', darken(color, 0.25)) +
    path('M-9 -50C-14 -10 -14 30 -8 56L8 56C14 30 14 -10 9 -50Z', lighten(color, 0.72)) +
    path(
      'M-22 50C-24 66 -16 78 0 79C16 78 24 66 22 50C10 44 -10 44 -22 50Z',
      lighten(color, 0.45),
    ) +
    ellipse(-11, 60, 4.6, 6, dark, { transform: 'rotate(18 -11 60)' }) +
    ellipse(11, 60, 4.6, 6, dark, { transform: 'rotate(-18 11 60)' }) +
    stroke('M-8 73Q0 77 8 73', dark, 2) +
    [-1, 1]
      .map(
        (s) =>
          ellipse(s * 22, -8, 5.2, 6, '#1b1118') +
          circle(s * 22 - 1.5, -10, 1.6, '#ffffff') +
          stroke(`M${s * 15} -15Q${s * 23} -20 ${s * 30} -13`, dark, 2.4),
      )
      .join('') +
    repeat(9, (i) =>
      path(
        `M${-16 + i * 4} -54q${c.rng.range(-3, 3).toFixed(1)} 12 ${c.rng.range(-2, 2).toFixed(1)} ${c.rng.range(14, 22).toFixed(1)}q4 -8 4 -20Z`,
        i % 2 ? dark : darken(color, 0.2),
      ),
    );
  return at(x, y, size / 284, half + group(half, { transform: 'scale(-1 1)' }) + face);
}
