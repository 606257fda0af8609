import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten, mix } from '../color.ts';
import { armadillo, heron, hummingbird, monarch, roadrunner } from '../motifs/animals.ts';
import { agave, bluebonnet, broadLeaf, frond, pricklyPear, rosette } from '../motifs/plants.ts';
import { barredSun, cloud, hills, rays, ridge, stars, water } from '../motifs/scenery.ts';
import { circle, n, path, repeat, stroke } from '../svg.ts';

/** Agaves under a moon. */
export function agaves(c: Canvas): string {
  const { dark, light } = c.palette;
  const u = c.unit;
  const [mx, my] = [c.w * c.rng.range(0.3, 0.7), c.h * 0.36];
  return (
    c.fill(c.gradient([dark, mix(dark, c.accent(0), 0.55), mix(c.accent(0), c.sun, 0.5), c.sun])) +
    stars(c, 60, c.h * 0.5) +
    circle(mx, my, u * 0.33, light, { opacity: 0.16 }) +
    circle(mx, my, u * 0.27, light, { opacity: 0.22 }) +
    circle(mx, my, u * 0.21, c.gradient([light, mix(light, c.accent(1), 0.5)])) +
    hills(c, c.h * 0.62, mix(c.accent(0), c.accent(1), 0.4), darken(c.accent(4), 0.55), 4) +
    agave(c, c.w * 0.16, c.h * 0.98, u * 0.44, mix(c.accent(2), '#2f7d68', 0.6)) +
    agave(c, c.w * 0.85, c.h * 0.97, u * 0.48, mix(c.accent(4), '#3c8f86', 0.6)) +
    agave(c, c.w * 0.5, c.h * 1.06, u * 0.66, '#3f9a80')
  );
}

/** Prickly pears before a barred sun. */
export function nopal(c: Canvas): string {
  const { ground, light } = c.palette;
  const u = c.unit;
  const green = mix('#3f8f58', c.accent(2), 0.25);
  const wide = c.w > c.h * 1.1;
  return (
    c.fill(
      c.gradient([mix(c.accent(4), c.accent(0), 0.3), c.accent(0), c.sun, mix(ground, light, 0.5)]),
    ) +
    rays(c.w / 2, c.h * 0.55, c.w, 22, light, 0.16) +
    barredSun(c, c.w / 2, c.h * 0.4, u * 0.4, lighten(c.sun, 0.45), c.accent(0)) +
    ridge(c, c.h * 0.72, u * 0.04, mix(c.accent(4), c.accent(0), 0.4)) +
    ridge(c, c.h * 0.8, u * 0.04, darken(c.accent(4), 0.25)) +
    (wide
      ? pricklyPear(c, c.w * 0.14, c.h * 1.02, u * 0.16, darken(green, 0.1), c.accent(0)) +
        pricklyPear(c, c.w * 0.86, c.h * 1.02, u * 0.17, darken(green, 0.1), c.accent(0))
      : '') +
    pricklyPear(c, c.w * 0.5, c.h * 1.05, u * 0.17, green, '#d5246b') +
    ridge(c, c.h * 0.97, u * 0.02, darken(c.accent(4), 0.6))
  );
}

/** A spring meadow of bluebonnets that rolls towards low hills. */
export function bluebonnets(c: Canvas): string {
  const u = c.unit;
  const row = (y: number, height: number, count: number, tint: Hex) =>
    repeat(count, (i) =>
      bluebonnet(
        c,
        (c.w * (i + c.rng.range(0.1, 0.9))) / count,
        y + c.rng.range(-0.4, 0.4) * height * 0.3,
        height * c.rng.range(0.85, 1.15),
        tint,
      ),
    );
  return (
    c.fill(c.gradient(['#7fb2e5', '#cfe4f2', '#fdeecb', lighten(c.accent(2), 0.35)])) +
    circle(c.w * 0.72, c.h * 0.34, u * 0.13, '#fff3c4') +
    circle(c.w * 0.72, c.h * 0.34, u * 0.2, '#fff3c4', { opacity: 0.35 }) +
    cloud(c, c.w * 0.26, c.h * 0.2, c.w * 0.26, '#ffffff', 0.9) +
    cloud(c, c.w * 0.82, c.h * 0.12, c.w * 0.18, '#ffffff', 0.75) +
    hills(c, c.h * 0.46, '#a9c2d6', '#4f8f4a', 5) +
    ridge(c, c.h * 0.62, u * 0.015, '#7fae62') +
    row(c.h * 0.74, u * 0.15, 44, '#7f9be0') +
    ridge(c, c.h * 0.76, u * 0.015, '#5f9650') +
    row(c.h * 0.86, u * 0.24, 32, '#5a7bd4') +
    ridge(c, c.h * 0.9, u * 0.015, '#437c40') +
    row(c.h * 0.99, u * 0.38, 20, '#3f5fc0') +
    ridge(c, c.h * 1.02, u * 0.015, '#2f6236') +
    row(c.h * 1.16, u * 0.56, 11, '#3450a8')
  );
}

/** Monarchs on their way south, over zinnias. */
export function monarchs(c: Canvas): string {
  const { ground, light, dark } = c.palette;
  const u = c.unit;
  const flock = repeat(11, (i) =>
    monarch(
      c.w * ((i + 0.5) / 11) + c.rng.range(-0.03, 0.03) * c.w,
      c.h * (0.16 + 0.3 * Math.abs(Math.sin(i * 1.7))),
      u * c.rng.range(0.09, 0.2),
      '#f08a24',
      c.rng.range(-50, 50),
    ),
  );
  const garden = repeat(9, (i) => {
    const x = (c.w * (i + 0.5)) / 9;
    const top = c.h * c.rng.range(0.66, 0.86);
    return (
      stroke(
        `M${n(x)} ${n(c.h * 1.05)}Q${n(x + c.rng.range(-1, 1) * u * 0.06)} ${n(c.h * 0.9)} ${n(x)} ${n(top)}`,
        '#2f6f45',
        u * 0.012,
      ) +
      frond(c, x, c.h * 1.02, u * 0.26, '#3f8a56', c.rng.range(-40, 40)) +
      rosette(
        x,
        top,
        u * c.rng.range(0.07, 0.115),
        [c.accent(i), lighten(c.accent(i), 0.3), c.accent(i + 1)],
        14,
      )
    );
  });
  return (
    c.fill(c.gradient([mix(c.accent(2), light, 0.35), light, ground])) +
    rays(c.w / 2, c.h * 0.9, c.w, 26, light, 0.35) +
    circle(c.w / 2, c.h * 0.56, u * 0.34, c.gradient([lighten(c.sun, 0.5), c.sun])) +
    ridge(c, c.h * 0.84, u * 0.03, mix(c.accent(2), dark, 0.35)) +
    flock +
    monarch(c.w * 0.5, c.h * 0.45, u * 0.62, '#f2881f', -6) +
    garden
  );
}

/** A heron in the San Antonio River at first light. */
export function heronRiver(c: Canvas): string {
  const { light, dark } = c.palette;
  const u = c.unit;
  const sunX = c.w * 0.64;
  const ripples = repeat(9, (i) =>
    path(
      `M${n(c.w * 0.38 - u * (0.08 + i * 0.045))} ${n(c.h * 0.93)}a${n(u * (0.08 + i * 0.045))} ${n(u * (0.016 + i * 0.009))} 0 1 0 ${n(u * 2 * (0.08 + i * 0.045))} 0a${n(u * (0.08 + i * 0.045))} ${n(u * (0.016 + i * 0.009))} 0 1 0 ${n(-u * 2 * (0.08 + i * 0.045))} 0Z`,
      'none',
      { stroke: light, 'stroke-width': 2.6, opacity: 0.7 - i * 0.06 },
    ),
  );
  const reeds = repeat(26, (i) => {
    const x = i < 13 ? c.rng.range(0, c.w * 0.17) : c.rng.range(c.w * 0.83, c.w);
    const h = u * c.rng.range(0.25, 0.62);
    return (
      stroke(
        `M${n(x)} ${n(c.h)}Q${n(x + c.rng.range(-0.04, 0.04) * u)} ${n(c.h - h * 0.6)} ${n(x + c.rng.range(-0.1, 0.1) * u)} ${n(c.h - h)}`,
        i % 2 ? darken(c.accent(0), 0.45) : mix(c.accent(0), '#4f8a4b', 0.6),
        u * 0.011,
      ) +
      (i % 3 === 0
        ? path(
            `M${n(x - u * 0.011)} ${n(c.h - h * 1.02)}h${n(u * 0.022)}v${n(u * 0.1)}h${n(-u * 0.022)}Z`,
            '#6b3f2a',
          )
        : '')
    );
  });
  return (
    c.fill(
      c.gradient([
        mix(c.accent(0), light, 0.25),
        mix(c.accent(0), c.sun, 0.5),
        c.sun,
        lighten(c.sun, 0.5),
      ]),
    ) +
    circle(sunX, c.h * 0.46, u * 0.3, light, { opacity: 0.2 }) +
    circle(sunX, c.h * 0.46, u * 0.21, lighten(c.sun, 0.65)) +
    ridge(c, c.h * 0.52, u * 0.03, mix(c.accent(0), c.accent(4), 0.35), 7) +
    ridge(c, c.h * 0.58, u * 0.03, darken(c.accent(0), 0.35), 6) +
    water(c, c.h * 0.62, darken(c.accent(0), 0.35), c.accent(1), 90) +
    repeat(9, (i) =>
      path(
        `M${n(sunX - u * (0.2 - i * 0.014))} ${n(c.h * (0.645 + i * 0.036))}h${n(u * (0.4 - i * 0.028))}`,
        'none',
        { stroke: lighten(c.sun, 0.55), 'stroke-width': n(u * 0.012), opacity: 0.75 },
      ),
    ) +
    ripples +
    heron(c.w * 0.38, c.h * 0.93, u * 0.74, mix('#5f87a8', c.accent(1), 0.25)) +
    reeds +
    ridge(c, c.h * 0.99, u * 0.012, dark)
  );
}

/** Broad leaves and blooms edge to edge, with hummingbirds. */
export function garden(c: Canvas): string {
  const { dark } = c.palette;
  const u = c.unit;
  const greens: Hex[] = [
    '#1f6b4f',
    '#2f8f68',
    '#58a868',
    '#17564f',
    mix('#2f8f68', c.accent(2), 0.5),
  ];
  const spots = Math.round((c.w * c.h) / (u * u * 0.026));
  const leaves = repeat(spots, (i) => {
    const [x, y] = [c.rng.range(-0.05, 1.05) * c.w, c.rng.range(0, 1.25) * c.h];
    const tint = darken(c.rng.pick(greens), 0.45 * (1 - i / spots));
    return c.rng.chance(0.6)
      ? broadLeaf(x, y, u * c.rng.range(0.24, 0.42), tint, c.rng.range(-80, 80))
      : frond(c, x, y, u * c.rng.range(0.3, 0.5), tint, c.rng.range(-70, 70));
  });
  const blooms = repeat(Math.round((c.w / u) * 8), (i) =>
    rosette(
      c.rng.range(0.02, 0.98) * c.w,
      c.rng.range(0.08, 0.98) * c.h,
      u * c.rng.range(0.06, 0.15),
      [c.accent(i), lighten(c.accent(i), 0.35), c.accent(i + 1), c.accent(1)],
      c.rng.pick([8, 10, 14]),
    ),
  );
  return (
    c.fill(dark) +
    leaves +
    blooms +
    hummingbird(c.w * 0.34, c.h * 0.55, u * 0.72, '#2fa884', '#e5247d') +
    (c.w > c.h
      ? hummingbird(
          c.w * 0.76,
          c.h * 0.46,
          u * 0.5,
          mix(c.accent(4), '#3fb59b', 0.4),
          c.accent(3),
          -1,
        )
      : '')
  );
}

/** Neighbours on four feet or two: an armadillo and a roadrunner among agaves, patterned like carved toys. */
export function neighbors(c: Canvas): string {
  const { ground, light } = c.palette;
  const u = c.unit;
  return (
    c.fill(c.gradient([mix(c.accent(3), ground, 0.45), ground, lighten(c.sun, 0.3)])) +
    rays(c.w * 0.5, c.h * 0.72, c.w, 18, light, 0.3, 5) +
    circle(c.w * 0.5, c.h * 0.42, u * 0.28, c.gradient([lighten(c.sun, 0.3), c.sun])) +
    hills(c, c.h * 0.62, mix(c.accent(0), ground, 0.35), darken(c.accent(0), 0.3), 3) +
    agave(c, c.w * 0.08, c.h * 0.9, u * 0.3, mix(c.accent(2), '#3c8f66', 0.5)) +
    agave(c, c.w * 0.93, c.h * 0.92, u * 0.32, mix(c.accent(2), '#3c8f66', 0.5)) +
    (c.w >= c.h
      ? roadrunner(c.w * 0.32, c.h * 0.82, u * 0.62, c.accent(4), c.accent(1)) +
        armadillo(c.w * 0.7, c.h * 0.9, u * 0.6, c.accent(2), c.accent(0))
      : roadrunner(c.w * 0.5, c.h * 0.72, u * 0.8, c.accent(4), c.accent(1)) +
        armadillo(c.w * 0.5, c.h * 0.93, u * 0.62, c.accent(2), c.accent(0))) +
    repeat(14, (i) =>
      rosette(
        (c.w * (i + 0.5)) / 14,
        c.h * c.rng.range(0.95, 1),
        u * 0.045,
        [c.accent(i), lighten(c.accent(i), 0.4)],
        8,
      ),
    )
  );
}
