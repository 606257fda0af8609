import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten } from '../color.ts';
import { at, circle, ellipse, group, n, path, repeat, stroke } from '../svg.ts';

/** A monarch with its wings spread; `size` is the wing span. */
export function monarch(x: number, y: number, size: number, color: Hex, angle = 0): string {
  const ink = '#1c1018';
  const wing =
    path('M2 -4C20 -46 58 -58 66 -48C74 -36 58 -8 2 2Z', ink) +
    path('M6 -6C22 -40 52 -50 58 -43C63 -34 48 -10 6 -1Z', color) +
    path('M2 0C34 -2 54 12 52 28C48 46 16 44 2 8Z', ink) +
    path('M6 3C32 3 47 14 45 25C41 38 18 36 6 9Z', lighten(color, 0.15)) +
    stroke('M6 -4L44 -42M6 -3L56 -30M6 1L44 20M6 4L30 34', ink, 2.6) +
    ['60 -42', '64 -34', '55 -20', '46 30', '38 37', '28 38', '50 20', '52 -50']
      .map((p) => p.split(' ').map(Number))
      .map(([px = 0, py = 0]) => circle(px, py, 1.9, '#fff6e6'))
      .join('');
  const body =
    ellipse(0, 2, 3.6, 19, ink) + circle(0, -18, 4.4, ink) + stroke('M-1 -21Q-6 -34 -14 -38M1 -21Q6 -34 14 -38', ink, 1.5);
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
    path('M-26 -104C-8 -118 26 -96 50 -46C24 -44 -14 -50 -24 -76C-28 -88 -30 -98 -26 -104Z', color) +
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
    return stroke(`M${bx} ${top + 8}Q${bx + 8} ${top + 30} ${bx + 2} -14`, i % 2 ? trim : lighten(color, 0.35), 3.2);
  });
  const content =
    stroke('M-58 -22Q-86 -22 -98 -6', color, 8) +
    stroke('M-70 -22L-66 -16M-80 -18L-76 -12M-88 -13L-84 -7', dark, 2.5) +
    repeat(4, (i) => stroke(`M${-40 + i * 26} -20L${-44 + i * 27} -2L${-36 + i * 27} -2`, dark, 8)) +
    path('M52 -34C66 -50 92 -36 100 -16C92 -12 66 -10 52 -18Z', lighten(color, 0.2)) +
    path('M58 -42L62 -64L72 -44Z', color) + path('M66 -42L74 -62L80 -40Z', dark) +
    path('M-64 -14C-68 -50 -34 -66 0 -66C34 -66 62 -46 60 -14Q0 -6 -64 -14Z', color) +
    path('M-64 -14C-66 -38 -52 -54 -34 -60C-42 -42 -42 -28 -36 -12Z', darken(color, 0.18)) +
    path('M60 -14C62 -34 50 -50 34 -58C42 -42 42 -26 38 -12Z', darken(color, 0.18)) +
    bands +
    circle(80, -30, 3.2, '#1a1420') + circle(81, -31, 1, '#ffffff');
  return at(x, y, size / 200, content);
}

/** A roadrunner in stride; `size` is its length from beak to tail, feet at (x, y). */
export function roadrunner(x: number, y: number, size: number, color: Hex, trim: Hex, flip = 1): string {
  const dark = darken(color, 0.55);
  const content =
    path('M-22 -58L-112 -96L-120 -84L-108 -82L-116 -70L-30 -40Z', dark) +
    stroke('M-30 -54L-108 -88M-30 -48L-106 -78', trim, 2.5) +
    stroke('M-4 -30L-30 -14L-22 2L-36 4M12 -30L34 -18L44 0L58 0', '#8a5a34', 5) +
    path('M-40 -56C-24 -76 18 -76 34 -62C44 -54 30 -28 4 -26C-20 -26 -38 -40 -40 -56Z', color) +
    path('M22 -66C34 -74 40 -84 44 -96L62 -92C58 -74 48 -58 34 -48Z', lighten(color, 0.35)) +
    repeat(5, (i) => path(`M${-34 + i * 10} ${-58 + i}q14 6 20 20q-16 -2 -20 -20Z`, i % 2 ? trim : dark)) +
    path('M42 -98C46 -114 66 -116 76 -104L106 -98L76 -94C66 -86 48 -86 42 -98Z', color) +
    path('M44 -102C36 -112 34 -124 28 -130C40 -128 46 -126 50 -120C50 -126 50 -132 46 -138C60 -132 64 -122 66 -112Z', dark) +
    path('M72 -104L110 -99L72 -96Z', '#3d3540') +
    ellipse(60, -103, 8, 5, trim) + circle(62, -103, 3.4, '#16121c') + circle(63, -104, 1.1, '#ffffff') +
    repeat(7, (i) => circle(30 + (i % 3) * 7, -62 - Math.floor(i / 3) * 9, 1.6, dark));
  return at(x, y, size / 230, content, 0, flip);
}

/** A hummingbird hovering at (x, y); `size` is its length. */
export function hummingbird(x: number, y: number, size: number, color: Hex, throat: Hex, flip = 1): string {
  const feathers = (count: number, tint: Hex, spread: number, from: number, length: number) =>
    repeat(count, (i) =>
      path(`M0 0Q${n(-7)} ${n(-length * 0.5)} 0 ${n(-length * (1 - i * 0.06))}Q7 ${n(-length * 0.5)} 0 0Z`, i % 2 ? tint : lighten(tint, 0.25), {
        transform: `translate(2 -6) rotate(${n(from + (i * spread) / count)})`,
      }),
    );
  const content =
    feathers(7, darken(color, 0.25), 80, -28, 82) +
    path('M-14 8C-40 30 -56 52 -62 78L-50 70L-44 82L-36 60C-22 48 -6 32 4 20Z', darken(color, 0.4)) +
    path('M34 -34C40 -22 32 4 6 18C-12 26 -26 22 -22 10C-14 -10 4 -34 34 -34Z', color) +
    path('M36 -30C38 -18 32 -2 16 8C14 -6 18 -22 36 -30Z', throat) +
    ellipse(36, -36, 13, 11, color) +
    stroke('M46 -40Q74 -52 96 -62', '#2a2030', 2.6) +
    circle(40, -39, 2.8, '#120c18') + circle(41, -40, 0.9, '#ffffff') +
    feathers(8, lighten(color, 0.2), 96, -84, 74);
  return at(x, y, size / 170, content, 0, flip);
}

/** A longhorn looking straight at you; `size` is the span of its horns. */
export function longhorn(c: Canvas, x: number, y: number, size: number, color: Hex): string {
  const dark = darken(color, 0.55);
  const half =
    path('M18 -44C52 -40 92 -48 112 -62C128 -74 136 -92 140 -110C146 -84 138 -56 118 -42C90 -24 52 -22 20 -26Z', '#efe0c0') +
    path('M18 -32C52 -28 92 -34 118 -50C130 -58 138 -70 142 -86C144 -66 134 -52 118 -42C90 -24 52 -22 20 -26Z', '#c7ab80') +
    path('M112 -62C128 -74 136 -92 140 -110C144 -94 142 -78 136 -66Q124 -60 112 -62Z', '#5a4634') +
    path('M24 -28C40 -34 60 -26 70 -12C56 -4 36 -6 24 -14Z', color) +
    path('M30 -24C42 -26 54 -20 60 -13C50 -10 38 -12 30 -18Z', lighten(color, 0.35));
  const face =
    path('M-30 -46C-18 -56 18 -56 30 -46C36 -20 28 20 22 48C26 62 20 78 0 80C-20 78 -26 62 -22 48C-28 20 -36 -20 -30 -46Z', color) +
    path('M0 -54C18 -55 30 -48 30 -46C36 -20 28 20 22 48C26 62 20 78 0 80Z', darken(color, 0.25)) +
    path('M-9 -50C-14 -10 -14 30 -8 56L8 56C14 30 14 -10 9 -50Z', lighten(color, 0.72)) +
    path('M-22 50C-24 66 -16 78 0 79C16 78 24 66 22 50C10 44 -10 44 -22 50Z', lighten(color, 0.45)) +
    ellipse(-11, 60, 4.6, 6, dark, { transform: 'rotate(18 -11 60)' }) +
    ellipse(11, 60, 4.6, 6, dark, { transform: 'rotate(-18 11 60)' }) +
    stroke('M-8 73Q0 77 8 73', dark, 2) +
    [-1, 1].map((s) => ellipse(s * 22, -8, 5.2, 6, '#1b1118') + circle(s * 22 - 1.5, -10, 1.6, '#ffffff') + stroke(`M${s * 15} -15Q${s * 23} -20 ${s * 30} -13`, dark, 2.4)).join('') +
    repeat(9, (i) => path(`M${-16 + i * 4} -54q${c.rng.range(-3, 3).toFixed(1)} 12 ${c.rng.range(-2, 2).toFixed(1)} ${c.rng.range(14, 22).toFixed(1)}q4 -8 4 -20Z`, i % 2 ? dark : darken(color, 0.2)));
  return at(x, y, size / 284, half + group(half, { transform: 'scale(-1 1)' }) + face);
}
