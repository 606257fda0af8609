import type { Canvas } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { extruded, word, wordWidth } from '../letters.ts';
import { agave, bluebonnet, rosette } from '../motifs/plants.ts';
import { barredSun, hills, rays, stars, water } from '../motifs/scenery.ts';
import { at, circle, n, path, rect, repeat, stroke } from '../svg.ts';

/** A big-letter postcard: a landscape inside the letters, the place name across the wall. */
export function postcard(c: Canvas, words: readonly string[]): string {
  const { ground, dark, light } = c.palette;
  const u = c.unit;
  const lines = words.length ? words : ['SAN', 'ANTONIO'];
  const top = c.h * 0.24;
  const each = (c.h * 0.66) / lines.length;
  const style = { weight: 32, gap: 8 };
  const boxes = lines.map((text, i) => {
    const h = each * 0.84;
    const w = Math.min(c.w * 0.86, wordWidth(text, h, style) * 1.5);
    return { text, box: { x: (c.w - w) / 2, y: top + i * each, w, h } };
  });
  const inside =
    rect(0, 0, c.w, c.h, c.gradient([c.accent(4), c.accent(0), c.sun, lighten(c.sun, 0.3)])) +
    barredSun(c, c.w * 0.5, c.h * 0.5, u * 0.3, lighten(c.sun, 0.2), c.accent(3)) +
    hills(c, c.h * 0.5, c.accent(2), darken(c.accent(2), 0.5), 4) +
    water(c, c.h * 0.78, darken(c.accent(2), 0.4), c.accent(2), 60) +
    stars(c, 20, c.h * 0.3);
  const shape = boxes.map(({ text, box }) => word(text, box, style, '#fff', -5)).join('');
  const shadow = boxes
    .map(({ text, box }) =>
      extruded(text, box, style, { face: light, side: dark, outline: light }, u * 0.035),
    )
    .join('');
  const band = c.h * 0.1;
  const greeting = 'GREETINGS FROM';
  const gw = Math.min(c.w * 0.6, wordWidth(greeting, band * 0.5, { weight: 18 }) * 1.15);
  return (
    c.fill(c.gradient([ground, lighten(ground, 0.3)])) +
    rays(c.w / 2, c.h * 0.56, c.w, 30, c.accent(1), 0.35) +
    path(`M0 ${n(c.h * 0.05)}H${n(c.w)}V${n(c.h * 0.05 + band)}H0Z`, mix(c.accent(4), dark, 0.45)) +
    rect(0, c.h * 0.05 + band, c.w, u * 0.014, c.accent(1)) +
    word(
      greeting,
      { x: (c.w - gw) / 2, y: c.h * 0.05 + band * 0.26, w: gw, h: band * 0.48 },
      { weight: 18 },
      light,
    ) +
    shadow +
    c.masked(shape, inside) +
    repeat(11, (i) =>
      at(
        0,
        0,
        1,
        i % 2
          ? rosette(
              (c.w * (i + 0.5)) / 11,
              c.h * 0.985,
              u * 0.055,
              [c.accent(0), lighten(c.accent(0), 0.4), c.accent(1)],
              10,
            )
          : bluebonnet(c, (c.w * (i + 0.5)) / 11, c.h * 1.02, u * 0.17, c.accent(4)),
      ),
    )
  );
}

/** Words stacked to fill the wall, each line its own colour and weight. */
export function stacked(c: Canvas, words: readonly string[]): string {
  const { ground, dark, light } = c.palette;
  const u = c.unit;
  const lines = words.length ? words : ['VIVA', 'SAN ANTO'];
  const pad = u * 0.08;
  const weights = lines.map((text) => 1 / (text.length + 2.5));
  const total = weights.reduce((a, b) => a + b, 0);
  let y = pad;
  const stripes = repeat(Math.ceil(c.h / (u * 0.05)), (i) =>
    i % 2 ? rect(0, i * u * 0.05, c.w, u * 0.05, mix(ground, c.accent(1), 0.2)) : '',
  );
  const body = lines
    .map((text, i) => {
      const h = ((c.h - pad * 2 - (lines.length - 1) * u * 0.05) * (weights[i] ?? 0)) / total;
      const box = { x: pad, y, w: c.w - pad * 2 - u * 0.03, h: h - u * 0.03 };
      y += h + u * 0.05;
      const style = { weight: text.length > 7 ? 26 : 34, gap: 6 };
      return (
        extruded(text, box, style, { face: c.accent(i), side: dark, outline: dark }, u * 0.03) +
        word(text, { ...box }, style, lighten(c.accent(i), 0.55), -style.weight + 3)
      );
    })
    .join('');
  const dots = repeat(40, () =>
    circle(
      c.rng.range(0, c.w),
      c.rng.range(0, c.h),
      u * c.rng.range(0.004, 0.012),
      c.accent(c.rng.int(0, 4)),
    ),
  );
  return (
    c.fill(lighten(ground, 0.1)) +
    stripes +
    dots +
    body +
    rect(u * 0.02, u * 0.02, c.w - u * 0.04, c.h - u * 0.04, 'none', {
      stroke: light,
      'stroke-width': n(u * 0.012),
    })
  );
}

/** A painted sign that has faded for a century: slab letters, rules and a star. */
export function ghostSign(c: Canvas, words: readonly string[]): string {
  const { dark, light } = c.palette;
  const u = c.unit;
  const [first = 'COMAL', second = 'FEED & SEED', third = 'EST 1921'] = words;
  const cream = mix(light, '#e8d6b0', 0.6);
  const fade = mix(dark, c.accent(0), 0.25);
  const line = (
    text: string,
    y: number,
    h: number,
    width: number,
    color: string,
    weight: number,
  ) => {
    const w = Math.min(c.w * width, wordWidth(text, h, { weight, serif: true }) * 1.6);
    const box = { x: (c.w - w) / 2, y, w, h };
    return (
      word(
        text,
        { ...box, x: box.x + u * 0.012, y: box.y + u * 0.012 },
        { weight, serif: true },
        darken(fade, 0.4),
      ) + word(text, box, { weight, serif: true }, color)
    );
  };
  const star = (x: number, y: number, r: number) =>
    path(
      `M${Array.from({ length: 10 }, (_, i) => {
        const a = (Math.PI * i) / 5 - Math.PI / 2;
        const q = i % 2 ? r * 0.4 : r;
        return `${n(x + Math.cos(a) * q)} ${n(y + Math.sin(a) * q)}`;
      }).join('L')}Z`,
      c.accent(2),
    );
  return (
    c.fill(fade) +
    rect(u * 0.04, u * 0.04, c.w - u * 0.08, c.h - u * 0.08, 'none', {
      stroke: cream,
      'stroke-width': n(u * 0.016),
    }) +
    rect(u * 0.065, u * 0.065, c.w - u * 0.13, c.h - u * 0.13, 'none', {
      stroke: c.accent(2),
      'stroke-width': n(u * 0.006),
    }) +
    line(first, c.h * 0.15, c.h * 0.34, 0.8, cream, 24) +
    rect(c.w * 0.12, c.h * 0.54, c.w * 0.76, c.h * 0.17, c.accent(0)) +
    line(second, c.h * 0.575, c.h * 0.1, 0.68, cream, 22) +
    line(third, c.h * 0.78, c.h * 0.09, 0.4, cream, 20) +
    star(c.w * 0.2, c.h * 0.825, u * 0.05) +
    star(c.w * 0.8, c.h * 0.825, u * 0.05)
  );
}

/** One word as neon tubing over a night of desert plants. */
export function neonSign(c: Canvas, words: readonly string[]): string {
  const { dark } = c.palette;
  const u = c.unit;
  const lines = words.length ? words : ['RIVER', 'CITY'];
  const each = (c.h * 0.66) / lines.length;
  const tubes = lines
    .map((text, i) => {
      const h = each * 0.72;
      const w = Math.min(c.w * 0.8, wordWidth(text, h, { weight: 10, gap: 22 }) * 1.1);
      const box = { x: (c.w - w) / 2, y: c.h * 0.14 + i * each, w, h };
      const tube = (color: string, weight: number) =>
        word(text, box, { weight: 10, gap: 22, round: true }, color, weight);
      const glow = [34, 24, 15]
        .map((grow, k) => `<g opacity="${0.12 + k * 0.08}">${tube(c.accent(i), grow)}</g>`)
        .join('');
      return glow + tube(c.accent(i), 0) + tube(lighten(c.accent(i), 0.8), -6.5);
    })
    .join('');
  return (
    c.fill(c.gradient([dark, mix(dark, c.accent(3), 0.45), mix(c.accent(3), c.accent(0), 0.5)])) +
    stars(c, 90, c.h * 0.8) +
    repeat(12, (i) =>
      stroke(`M0 ${n(c.h * (0.8 + i * i * 0.0022))}H${n(c.w)}`, c.accent(1), u * 0.004, {
        opacity: 0.5,
      }),
    ) +
    repeat(21, (i) =>
      stroke(
        `M${n(c.w / 2 + (i - 10) * c.w * 0.05)} ${n(c.h * 0.8)}L${n(c.w / 2 + (i - 10) * c.w * 0.17)} ${n(c.h)}`,
        c.accent(1),
        u * 0.004,
        { opacity: 0.5 },
      ),
    ) +
    tubes +
    agave(c, c.w * 0.1, c.h * 1.0, u * 0.3, mix(c.accent(4), dark, 0.35)) +
    agave(c, c.w * 0.9, c.h * 1.0, u * 0.3, mix(c.accent(4), dark, 0.35))
  );
}
