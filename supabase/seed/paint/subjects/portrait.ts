import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten, mix } from '../color.ts';
import type { FaceLook } from '../figure/face.ts';
import type { HairStyle } from '../figure/hair.ts';
import { type Outfit, person } from '../figure/person.ts';
import { broadLeaf, frond, rosette } from '../motifs/plants.ts';
import { papelPicado, rays } from '../motifs/scenery.ts';
import { at, circle, ellipse, n, path, polar, repeat } from '../svg.ts';

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

/** A person of the wall: earrings and trim in the palette's second colour. */
function figure(
  c: Canvas,
  who: FaceLook,
  style: HairStyle,
  cloth: Hex,
  worn?: Outfit['hat'],
): string {
  const [trim, earrings] = [c.accent(1), c.accent(1)];
  return person(c, who, {
    style,
    hair: who.hair,
    cloth,
    trim,
    earrings,
    ...(worn ? { hat: worn } : {}),
  });
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
      figure(c, look(c), c.rng.pick(['long', 'braids', 'bun'] as const), c.accent(0)) +
        flowerCrown(c),
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
  const sitter = figure(
    c,
    who,
    style,
    c.accent(2),
    c.rng.chance(0.35) ? { kind: 'bandana', color: c.accent(0), band: light } : undefined,
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
    at(x, c.h * 0.5, s, sitter, -5) +
    drops
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
        { kind, color: kind === 'cap' ? c.accent(3) : '#e8cf9f', band: c.accent(0) },
      ),
    ) +
    papelPicado(c, c.h * 0.01, u * 0.13, u * 0.02, dark, 1)
  );
}
