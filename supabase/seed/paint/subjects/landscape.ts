import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten, mix } from '../color.ts';
import { longhorn } from '../motifs/animals.ts';
import { bridge, missionChurch, skyline } from '../motifs/buildings.ts';
import { agave } from '../motifs/plants.ts';
import { cloud, hills, oak, ridge, stars, water } from '../motifs/scenery.ts';
import { circle, ellipse, group, n, path, rect, repeat, smooth, stroke } from '../svg.ts';

const evening = (c: Canvas, ...colors: Hex[]) => c.fill(c.gradient(colors));

/** Streaks of cloud that catch the light. */
const streaks = (c: Canvas, top: number, bottom: number, color: string, count = 26) =>
  repeat(count, () =>
    ellipse(
      c.rng.range(0, c.w),
      c.rng.range(top, bottom),
      c.w * c.rng.range(0.06, 0.26),
      c.h * c.rng.range(0.004, 0.018),
      color,
      { opacity: c.rng.range(0.15, 0.5) },
    ),
  );

/** A mission at dusk with its live oaks. */
export function mission(c: Canvas): string {
  const { dark, light } = c.palette;
  const u = c.unit;
  const ground = c.h * 0.84;
  const w = Math.min(c.w * 0.6, c.h * 0.62);
  return (
    evening(
      c,
      darken(c.accent(4), 0.4),
      mix(c.accent(4), c.accent(0), 0.5),
      c.accent(1),
      lighten(c.accent(1), 0.55),
    ) +
    stars(c, 40, c.h * 0.3) +
    streaks(c, c.h * 0.2, c.h * 0.7, light) +
    circle(c.w * 0.86, c.h * 0.2, u * 0.07, light) +
    ridge(c, c.h * 0.72, u * 0.02, mix(c.accent(4), dark, 0.4), 8) +
    oak(c, c.w * 0.1, ground + u * 0.02, u * 0.44, mix('#4c7040', dark, 0.25)) +
    oak(c, c.w * 0.93, ground + u * 0.02, u * 0.36, mix('#4c7040', dark, 0.25)) +
    missionChurch(c, c.w * 0.5, ground, w, mix('#dcb184', c.accent(0), 0.12)) +
    path(
      `M0 ${n(ground - 2)}H${n(c.w)}V${n(c.h)}H0Z`,
      c.gradient([mix('#8b6a44', c.accent(0), 0.2), darken('#5d4030', 0.35)]),
    ) +
    path(
      `M${n(c.w * 0.5 - w * 0.13)} ${n(ground)}L${n(c.w * 0.5 - w * 0.05)} ${n(ground)}L${n(c.w * 0.66)} ${n(c.h)}H${n(c.w * 0.24)}Z`,
      mix('#d9b98a', c.accent(1), 0.2),
      { opacity: 0.85 },
    ) +
    agave(c, c.w * 0.13, c.h * 1.01, u * 0.2, '#4b8a72') +
    agave(c, c.w * 0.84, c.h * 1.02, u * 0.23, '#4b8a72') +
    agave(c, c.w * 0.97, c.h * 0.98, u * 0.15, '#5b9a7c')
  );
}

/** Downtown over the river when the lights come on. */
export function downtown(c: Canvas): string {
  const { dark, light } = c.palette;
  const line = c.h * 0.64;
  const far = mix(c.accent(3), c.accent(1), 0.25);
  const city = skyline(
    c,
    line,
    c.h * 0.46,
    far,
    darken(c.accent(3), 0.62),
    lighten(c.accent(0), 0.25),
  );
  const reflection = group(city, {
    transform: `translate(0 ${n(line * 2)}) scale(1 -1)`,
    opacity: 0.42,
  });
  return (
    evening(c, dark, c.accent(3), mix(c.accent(1), c.accent(4), 0.4), c.accent(0)) +
    stars(c, 70, c.h * 0.35) +
    circle(c.w * 0.16, c.h * 0.18, c.unit * 0.065, light) +
    streaks(c, c.h * 0.3, line, lighten(c.accent(4), 0.3)) +
    city +
    c.clipped(
      rect(0, line, c.w, c.h - line, '#fff'),
      rect(0, line, c.w, c.h - line, c.gradient([mix(c.accent(3), c.accent(0), 0.15), dark])) +
        reflection,
    ) +
    repeat(70, () => {
      const t = c.rng.next();
      return ellipse(
        c.rng.range(0, c.w),
        line + (c.h - line) * t,
        c.w * 0.03 * (0.4 + t),
        c.h * 0.0026 * (0.6 + t),
        c.rng.pick([lighten(c.accent(0), 0.3), light, c.accent(1)]),
        { opacity: c.rng.range(0.3, 0.8) },
      );
    }) +
    rect(0, line - 3, c.w, 6, darken(dark, 0.3)) +
    repeat(
      18,
      (i) =>
        circle((c.w * (i + 0.5)) / 18, line - 6, 4, '#ffe6a0') +
        circle((c.w * (i + 0.5)) / 18, line - 6, 11, '#ffe6a0', { opacity: 0.25 }),
    )
  );
}

/** A footbridge on the River Walk, with café umbrellas and cypresses. */
export function riverWalk(c: Canvas): string {
  const { light } = c.palette;
  const u = c.unit;
  const waterline = c.h * 0.72;
  const far = c.gradient(['#ffe9b8', '#bcd0a0', '#6fa08a']);
  const cypress = (x: number, w: number) =>
    path(
      `M${n(x - w)} ${n(c.h * 0.8)}C${n(x - w * 0.4)} ${n(c.h * 0.62)} ${n(x - w * 0.3)} ${n(c.h * 0.3)} ${n(x - w * 0.28)} 0H${n(x + w * 0.28)}C${n(x + w * 0.3)} ${n(c.h * 0.3)} ${n(x + w * 0.4)} ${n(c.h * 0.62)} ${n(x + w)} ${n(c.h * 0.8)}Z`,
      c.gradient(['#6d4d38', '#8a6346', '#4a3226'], 0),
    );
  const canopy = repeat(85, (i) =>
    circle(
      c.rng.range(-0.02, 1.02) * c.w,
      c.h * 0.24 * c.rng.next() ** 1.5,
      u * c.rng.range(0.03, 0.085),
      [darken('#3f7a4a', 0.4), '#3f7a4a', '#6aa257', '#a8c55f'][Math.min(3, Math.floor(i / 22))] ??
        '#3f7a4a',
      { opacity: 0.92 },
    ),
  );
  const umbrella = (x: number, y: number, s: number, color: Hex) =>
    stroke(`M${n(x)} ${n(y)}V${n(y - s)}`, '#3d2c26', s * 0.05) +
    repeat(6, (i) =>
      path(
        `M${n(x)} ${n(y - s * 1.3)}L${n(x - s * 0.8 + (i * s * 1.6) / 6)} ${n(y - s * 0.82)}Q${n(x - s * 0.8 + ((i + 0.5) * s * 1.6) / 6)} ${n(y - s * 0.74)} ${n(x - s * 0.8 + ((i + 1) * s * 1.6) / 6)} ${n(y - s * 0.82)}Z`,
        i % 2 ? light : color,
      ),
    ) +
    rect(x - s * 0.34, y - s * 0.3, s * 0.68, s * 0.06, '#5a3d2c');
  return (
    evening(c, '#ffefc4', '#f8d394', '#8fae8f') +
    hills(c, c.h * 0.34, '#c7cf9a', '#6f9a6a', 3) +
    rect(0, waterline - c.h * 0.02, c.w, c.h, '#1d5c60') +
    bridge(c, c.h * 0.32, waterline, '#8d7159', far) +
    water(c, waterline, '#123f49', mix('#2f9a94', c.accent(1), 0.4), 110) +
    path(
      `M${n(c.w * 0.21)} ${n(waterline)}C${n(c.w * 0.24)} ${n(waterline + c.h * 0.26)} ${n(c.w * 0.76)} ${n(waterline + c.h * 0.26)} ${n(c.w * 0.79)} ${n(waterline)}Z`,
      '#f2d596',
      { opacity: 0.35 },
    ) +
    cypress(c.w * 0.07, u * 0.08) +
    cypress(c.w * 0.95, u * 0.1) +
    canopy +
    path(
      `M0 ${n(c.h * 0.8)}H${n(c.w * 0.3)}Q${n(c.w * 0.34)} ${n(c.h * 0.9)} ${n(c.w * 0.25)} ${n(c.h)}H0Z`,
      '#b58f6c',
    ) +
    path(`M0 ${n(c.h * 0.8)}H${n(c.w * 0.3)}V${n(c.h * 0.815)}H0Z`, '#d8b892') +
    path(
      `M${n(c.w)} ${n(c.h * 0.86)}H${n(c.w * 0.72)}Q${n(c.w * 0.68)} ${n(c.h * 0.94)} ${n(c.w * 0.74)} ${n(c.h)}H${n(c.w)}Z`,
      '#a97f5f',
    ) +
    umbrella(c.w * 0.06, c.h * 0.93, u * 0.19, c.accent(4)) +
    umbrella(c.w * 0.2, c.h * 0.92, u * 0.17, c.accent(2)) +
    umbrella(c.w * 0.86, c.h * 0.98, u * 0.2, c.accent(0)) +
    umbrella(c.w * 0.97, c.h * 0.96, u * 0.17, c.accent(2))
  );
}

/** A longhorn in the grass at golden hour. */
export function longhorns(c: Canvas): string {
  const u = c.unit;
  const grass = (top: number, count: number, color: Hex) =>
    repeat(count, () => {
      const [x, h] = [c.rng.range(0, c.w), u * c.rng.range(0.08, 0.24)];
      const y = top + c.rng.range(0, c.h * 0.14);
      return stroke(
        `M${n(x)} ${n(y)}q${n(c.rng.range(-0.02, 0.02) * u)} ${n(-h * 0.6)} ${n(c.rng.range(-0.05, 0.05) * u)} ${n(-h)}`,
        mix(color, '#fff0b5', c.rng.range(0, 0.5)),
        u * 0.006,
      );
    });
  return (
    evening(
      c,
      mix('#5a6fa8', c.accent(4), 0.4),
      mix('#f0a35e', c.accent(1), 0.4),
      '#fbd58b',
      '#fdecc0',
    ) +
    circle(c.w * 0.5, c.h * 0.5, u * 0.42, '#fff2c2', { opacity: 0.35 }) +
    circle(c.w * 0.5, c.h * 0.5, u * 0.3, '#fff2c2', { opacity: 0.6 }) +
    streaks(c, c.h * 0.06, c.h * 0.45, '#fff2d8') +
    hills(c, c.h * 0.56, mix('#b88a7a', c.accent(4), 0.3), '#7f6a3c', 4) +
    grass(c.h * 0.78, 130, '#b08a3c') +
    ellipse(c.w * 0.5, c.h * 0.93, u * 0.3, u * 0.32, darken('#9a4f2c', 0.25)) +
    ellipse(c.w * 0.5, c.h * 0.9, u * 0.22, u * 0.3, '#9a4f2c') +
    longhorn(c, c.w * 0.5, c.h * 0.6, Math.min(c.w * 0.86, u * 1.15), '#a8552f') +
    grass(c.h * 0.98, 170, '#8f7a35')
  );
}

/** Both banks of the river, as shares of the canvas. */
const RIVER_BEND = [
  [0.56, 0.6],
  [0.585, 0.65],
  [0.5, 0.71],
  [0.57, 0.78],
  [0.42, 0.89],
  [0.3, 1.05],
  [0.82, 1.05],
  [0.66, 0.89],
  [0.7, 0.78],
  [0.59, 0.71],
  [0.625, 0.65],
  [0.575, 0.6],
] as const;

/** Hill country: ridge after ridge, a bend of river, a windmill. */
export function hillCountry(c: Canvas): string {
  const u = c.unit;
  const [wx, wy] = [c.w * 0.78, c.h * 0.66];
  const mill =
    stroke(
      `M${n(wx - u * 0.05)} ${n(wy)}L${n(wx)} ${n(wy - u * 0.34)}L${n(wx + u * 0.05)} ${n(wy)}M${n(wx - u * 0.035)} ${n(wy - u * 0.1)}H${n(wx + u * 0.035)}M${n(wx - u * 0.02)} ${n(wy - u * 0.2)}H${n(wx + u * 0.02)}`,
      '#3b2f33',
      u * 0.007,
    ) +
    repeat(12, (i) =>
      path('M0 0L-4 -17H4Z', i % 2 ? '#efe3cc' : '#cdbba0', {
        transform: `translate(${n(wx)} ${n(wy - u * 0.34)}) rotate(${i * 30}) scale(${n(u / 210)})`,
      }),
    ) +
    path(
      `M${n(wx)} ${n(wy - u * 0.34)}l${n(u * 0.1)} ${n(-u * 0.022)}v${n(u * 0.044)}Z`,
      c.accent(0),
    );
  return (
    evening(c, mix('#4f8ad6', c.accent(4), 0.22), '#f9cf9a', '#fde6b4') +
    circle(c.w * 0.3, c.h * 0.36, u * 0.12, '#fff6d5') +
    circle(c.w * 0.3, c.h * 0.36, u * 0.2, '#fff6d5', { opacity: 0.35 }) +
    cloud(c, c.w * 0.68, c.h * 0.16, c.w * 0.3, '#fffaf0', 0.8) +
    streaks(c, c.h * 0.14, c.h * 0.36, '#fff3df', 14) +
    hills(c, c.h * 0.42, '#93aad8', mix('#3f8646', c.accent(2), 0.12), 5) +
    path(
      smooth(
        RIVER_BEND.map(([x, y]) => [x * c.w, y * c.h] as const),
        true,
      ),
      c.gradient(['#e6f4ee', '#5fb9bf', '#1f7486']),
    ) +
    mill +
    repeat(7, (i) =>
      oak(
        c,
        c.w * (i < 4 ? c.rng.range(0, 0.34) : c.rng.range(0.86, 1)),
        c.h * (0.74 + (i % 4) * 0.07),
        u * (0.12 + (i % 4) * 0.055),
        '#4f7d48',
      ),
    ) +
    repeat(80, () =>
      circle(
        c.rng.range(0, 0.42) * c.w,
        c.h * c.rng.range(0.84, 1),
        u * c.rng.range(0.004, 0.01),
        c.rng.pick(['#5a7bd4', '#f3b33e', '#ffffff', '#e2604a']),
      ),
    )
  );
}
