import type { Canvas } from './canvas.ts';
import { bench, bicycle, lamp, planter, props } from './motifs/props.ts';
import { circle, ellipse, group, n, rect, repeat, stroke } from './svg.ts';

export const SETTINGS = ['close', 'street', 'alley', 'panel', 'interior'] as const;
export type Setting = (typeof SETTINGS)[number];

export interface Frame {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Where the mural sits in the picture. */
export function muralFrame(setting: Setting, w: number, h: number): Frame {
  switch (setting) {
    case 'close':
      return { x: 0, y: 0, w, h };
    case 'street':
      return { x: 0, y: h * 0.1, w, h: h * 0.77 };
    case 'alley':
      return { x: 0, y: 0, w, h: h * 0.88 };
    case 'panel':
      return { x: w * 0.09, y: h * 0.1, w: w * 0.82, h: h * 0.68 };
    case 'interior':
      return { x: 0, y: 0, w, h: h * 0.84 };
  }
}

/** What stands around and before the mural, painted over it after the wall's texture; a lettered wall stays legible. */
export function surroundings(c: Canvas, setting: Setting, lettered = false): string {
  switch (setting) {
    case 'close':
      return '';
    case 'street':
      return (
        sky(c, c.h * 0.1) +
        pavement(c, c.h * 0.87) +
        props(c, lettered ? [planter] : [lamp, planter, bench, bicycle], c.h * 0.895)
      );
    case 'alley':
      return (
        pavement(c, c.h * 0.88) +
        pipework(c) +
        props(c, lettered ? [planter] : [bicycle, planter], c.h * 0.925)
      );
    case 'panel':
      return (
        pavement(c, c.h * 0.88) +
        stringLights(c) +
        props(c, lettered ? [planter] : [planter, bench, bicycle], c.h * 0.915)
      );
    case 'interior':
      return floor(c);
  }
}

function sky(c: Canvas, bottom: number): string {
  const [top, low] = c.rng.pick([
    ['#5d9fe0', '#bfe0f3'],
    ['#79b4e8', '#f5e6cf'],
    ['#4a78b8', '#f2c59a'],
  ] as const);
  return (
    rect(0, 0, c.w, bottom, c.gradient([top, low])) +
    repeat(9, () =>
      ellipse(
        c.rng.range(0, c.w),
        bottom * c.rng.range(0.15, 0.75),
        c.w * c.rng.range(0.04, 0.16),
        bottom * 0.045,
        '#ffffff',
        { opacity: 0.3 },
      ),
    ) +
    c.clipped(
      rect(0, 0, c.w, bottom, '#fff'),
      repeat(14, () =>
        circle(
          c.w * (c.rng.chance(0.5) ? c.rng.range(-0.02, 0.2) : c.rng.range(0.78, 1.02)),
          bottom * c.rng.range(0.75, 1.1),
          bottom * c.rng.range(0.18, 0.4),
          c.rng.pick(['#4e7a4a', '#5f8f55', '#3f683f']),
        ),
      ),
    ) +
    rect(0, bottom - c.h * 0.01, c.w, c.h * 0.02, '#8b7d70') +
    rect(0, bottom - c.h * 0.01, c.w, c.h * 0.006, '#d8cdbd') +
    rect(0, bottom + c.h * 0.01, c.w, c.h * 0.022, c.gradient(['#120c1c/0.5', '#120c1c/0']))
  );
}

function pavement(c: Canvas, top: number): string {
  const depth = c.h - top;
  const kerb = top + depth * 0.62;
  const slabs = repeat(9, (i) => {
    const x = c.w / 2 + (i - 4) * c.w * 0.14;
    return stroke(
      `M${n(x)} ${n(top)}L${n(c.w / 2 + (x - c.w / 2) * 1.18)} ${n(kerb)}`,
      '#7d766d',
      2,
      { opacity: 0.7 },
    );
  });
  const specks = repeat(120, () =>
    circle(
      c.rng.range(0, c.w),
      c.rng.range(top, c.h),
      c.rng.range(0.6, 1.8),
      c.rng.chance(0.5) ? '#6b645c' : '#d8d0c4',
      { opacity: 0.55 },
    ),
  );
  return (
    rect(0, top - c.h * 0.05, c.w, c.h * 0.05, c.gradient(['#120c1c/0', '#120c1c/0.42'])) +
    rect(0, top, c.w, kerb - top + 1, c.gradient(['#a09689', '#c4baab'])) +
    slabs +
    stroke(`M0 ${n(top + (kerb - top) * 0.45)}H${n(c.w)}`, '#8a8278', 1.6, { opacity: 0.7 }) +
    rect(0, kerb, c.w, depth * 0.1, '#d6cdbf') +
    rect(0, kerb + depth * 0.1, c.w, depth * 0.07, '#6a635c') +
    rect(0, kerb + depth * 0.16, c.w, depth, c.gradient(['#4a474a', '#5c585a'])) +
    specks
  );
}

function pipework(c: Canvas): string {
  const u = c.unit;
  const x = c.w * c.rng.pick([0.955, 0.045]);
  return (
    group(
      rect(x + u * 0.012, 0, u * 0.02, c.h * 0.88, '#120c1c', { opacity: 0.3 }) +
        rect(
          x - u * 0.012,
          0,
          u * 0.024,
          c.h * 0.88,
          c.gradient(['#8f9499', '#d5d9db', '#6a6f75'], 0),
        ) +
        [0.16, 0.42, 0.68]
          .map((t) => rect(x - u * 0.018, c.h * t, u * 0.036, u * 0.014, '#71767b'))
          .join(''),
    ) +
    rect(x - u * 0.05, c.h * 0.6, u * 0.1, u * 0.13, '#878c90', { rx: 4 }) +
    rect(x - u * 0.05, c.h * 0.6, u * 0.1, u * 0.02, '#b5babd', { rx: 4 }) +
    circle(x, c.h * 0.6 + u * 0.065, u * 0.026, '#e8ecee', { stroke: '#55595d', 'stroke-width': 3 })
  );
}

function stringLights(c: Canvas): string {
  const sag = (t: number) => c.h * (0.03 + 0.05 * Math.sin(Math.PI * ((t * 2) % 1)));
  const cable = repeat(2, (i) =>
    stroke(
      `M${n((i * c.w) / 2)} ${n(c.h * 0.03)}Q${n(c.w * (i * 0.5 + 0.25))} ${n(c.h * 0.13)} ${n(((i + 1) * c.w) / 2)} ${n(c.h * 0.03)}`,
      '#1d1c20',
      2.5,
    ),
  );
  return (
    cable +
    repeat(23, (i) => {
      const t = (i + 0.5) / 23;
      return (
        circle(c.w * t, sag(t) + 10, c.unit * 0.026, '#ffe6a3', { opacity: 0.28 }) +
        circle(c.w * t, sag(t) + 10, c.unit * 0.009, '#fff3cf')
      );
    })
  );
}

function floor(c: Canvas): string {
  const top = c.h * 0.84;
  const u = c.unit;
  const boards = repeat(15, (i) => {
    const x = (i - 7) * c.w * 0.085;
    return stroke(`M${n(c.w / 2 + x)} ${n(top)}L${n(c.w / 2 + x * 1.7)} ${n(c.h)}`, '#6e4a31', 2, {
      opacity: 0.6,
    });
  });
  return (
    rect(0, top - u * 0.05, c.w, u * 0.05, '#f3efe8') +
    rect(0, top - u * 0.05, c.w, 3, '#cfc8bd') +
    rect(0, top, c.w, c.h - top, c.gradient(['#8f6444', '#b98a5f'])) +
    boards +
    rect(0, top, c.w, u * 0.02, c.gradient(['#120c1c/0.35', '#120c1c/0'])) +
    planter(c, c.w * c.rng.pick([0.06, 0.94]), c.h * 0.93, u * 1.1) +
    rect(c.w * 0.36, c.h * 0.885, c.w * 0.28, u * 0.036, '#4b3a33', { rx: 4 }) +
    [0.38, 0.62].map((t) => rect(c.w * t - 5, c.h * 0.9, 10, u * 0.06, '#33272a')).join('')
  );
}
