import type { Canvas } from '../canvas.ts';
import { darken, type Hex, lighten, mix } from '../color.ts';
import { circle, ellipse, group, n, path, stroke } from '../svg.ts';

export interface FaceLook {
  skin: Hex;
  hair: Hex;
  lips: Hex;
  /** Closed lids give a serene look that suits a wall; open eyes suit a portrait photo. */
  eyes: 'closed' | 'open';
  /** The colour of the shaded half of the face. */
  shadow: Hex;
  smile: number;
  jaw: number;
  beard?: 'full' | 'moustache' | 'stubble';
  glasses?: Hex;
}

const outline = (jaw: number) =>
  `M-74 -40C-78 10 -74 44 -${n(52 + jaw)} 74C-${n(34 + jaw)} 98 -18 110 0 110C18 110 ${n(34 + jaw)} 98 ${n(52 + jaw)} 74C74 44 78 10 74 -40C72 -100 40 -124 0 -124C-40 -124 -72 -100 -74 -40Z`;

/** A face about 150 wide and 235 high around the origin (between the eyes, slightly above). Hair is drawn apart. */
export function face(c: Canvas, look: FaceLook): string {
  const { skin, shadow, lips } = look;
  const dark = darken(skin, 0.62);
  const shape = path(outline(look.jaw), '#fff');
  const halfShade =
    'M6 -124H100V120H0L4 96C10 84 8 76 4 70L12 52C22 46 22 36 14 24C8 4 6 -10 10 -22C14 -40 12 -90 6 -124Z';
  const planes =
    path(outline(look.jaw), skin) +
    path(halfShade, shadow, { opacity: 0.85 }) +
    path('M-74 -60C-60 -40 -58 20 -40 60C-56 50 -72 20 -76 -20Z', lighten(skin, 0.25), {
      opacity: 0.55,
    }) +
    ellipse(-40, 34, 20, 13, mix(skin, lips, 0.55), { opacity: 0.5 }) +
    ellipse(40, 34, 20, 13, mix(shadow, lips, 0.5), { opacity: 0.5 });
  return (
    c.clipped(shape, planes + (look.beard ? beard(look) : '')) +
    brows(look) +
    eyes(look, dark) +
    nose(skin, shadow, dark) +
    mouth(look, dark) +
    (look.glasses ? glasses(look.glasses) : '')
  );
}

function brows({ hair }: FaceLook): string {
  const one = 'M-52 -37C-42 -49 -26 -49 -14 -41C-26 -45 -40 -43 -52 -33Z';
  return path(one, hair) + group(path(one, hair), { transform: 'scale(-1 1)' });
}

function eyes({ eyes: kind, lips, skin }: FaceLook, dark: Hex): string {
  const closed =
    path('M-52 -12C-44 -26 -22 -26 -13 -10C-24 -4 -42 -4 -52 -12Z', mix(skin, lips, 0.35)) +
    stroke('M-53 -12C-42 -3 -24 -3 -12 -10', dark, 3.6) +
    stroke('M-50 -9L-56 -3M-42 -5L-46 2M-33 -3L-34 5M-24 -4L-22 4', dark, 2.4) +
    stroke('M-50 -20C-42 -28 -26 -28 -17 -20', dark, 1.4, { opacity: 0.5 });
  const open =
    path('M-50 -10C-42 -24 -24 -24 -15 -9C-25 -1 -41 -1 -50 -10Z', '#fffaf2') +
    circle(-32.5, -11.5, 8.6, '#4a2c1d') +
    circle(-32.5, -11.5, 4.6, '#150c0c') +
    circle(-29.6, -14.4, 2.3, '#ffffff') +
    stroke('M-51 -10C-42 -25 -24 -25 -14 -9', dark, 3.4) +
    stroke('M-46 -5C-39 0 -26 0 -19 -5', dark, 1.1, { opacity: 0.5 });
  const one = kind === 'closed' ? closed : open;
  return one + group(one, { transform: 'scale(-1 1)' });
}

function nose(skin: Hex, shadow: Hex, dark: Hex): string {
  return (
    path(
      'M-5 -24C-7 4 -16 22 -17 32C-16 42 -6 43 0 43C8 43 16 42 17 32C14 20 6 4 4 -24Z',
      mix(skin, shadow, 0.35),
      { opacity: 0.55 },
    ) +
    path('M-3 -20C-5 6 -8 24 -5 32C-2 36 3 35 4 30C4 14 2 0 1 -20Z', lighten(skin, 0.35), {
      opacity: 0.7,
    }) +
    stroke('M-17 33C-19 40 -10 44 -6 41M17 33C19 40 10 44 6 41M-6 41Q0 45 6 41', dark, 2.2)
  );
}

function mouth({ lips, smile }: FaceLook, dark: Hex): string {
  const up = smile * 8;
  return (
    path(
      `M-28 ${n(66 - up)}C-16 57 -7 56 0 60C7 56 16 57 28 ${n(66 - up)}C14 70 -14 70 -28 ${n(66 - up)}Z`,
      darken(lips, 0.14),
    ) +
    path(
      `M-28 ${n(66 - up)}C-14 71 14 71 28 ${n(66 - up)}C20 ${n(82 - up * 0.3)} 8 85 0 85C-8 85 -20 ${n(82 - up * 0.3)} -28 ${n(66 - up)}Z`,
      lips,
    ) +
    path('M-12 75Q0 70 12 75Q0 81 -12 75Z', lighten(lips, 0.4), { opacity: 0.7 }) +
    stroke(`M-30 ${n(65 - up)}C-14 71 14 71 30 ${n(65 - up)}`, dark, 2.4)
  );
}

function beard({ beard: kind, hair }: FaceLook): string {
  const moustache = path(
    'M-34 62C-26 46 -10 48 0 52C10 48 26 46 34 62C20 60 10 58 0 60C-10 58 -20 60 -34 62Z',
    hair,
  );
  if (kind === 'moustache') return moustache;
  const full = path(
    'M-80 -4C-64 30 -60 52 -40 52C-20 46 20 46 40 52C60 52 64 30 80 -4V120H-80Z',
    hair,
    {
      opacity: kind === 'stubble' ? 0.28 : 1,
    },
  );
  return kind === 'stubble' ? full : full + moustache;
}

function glasses(color: Hex): string {
  return (
    circle(-33, -10, 25, 'none', { stroke: color, 'stroke-width': 4.5 }) +
    circle(33, -10, 25, 'none', { stroke: color, 'stroke-width': 4.5 }) +
    stroke('M-8 -13Q0 -19 8 -13M-58 -14L-74 -20M58 -14L74 -20', color, 4.5) +
    path('M-48 -18L-30 -32L-24 -30L-46 -12Z', '#ffffff', { opacity: 0.25 }) +
    path('M18 -18L36 -32L42 -30L20 -12Z', '#ffffff', { opacity: 0.25 })
  );
}
