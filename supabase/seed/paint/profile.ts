import sharp from 'sharp';
import { Canvas } from './canvas.ts';
import { darken, type Hex, lighten, mix } from './color.ts';
import type { FaceLook } from './figure/face.ts';
import type { HairStyle, Hat } from './figure/hair.ts';
import { person } from './figure/person.ts';
import { broadLeaf } from './motifs/plants.ts';
import type { PaletteName } from './palettes.ts';
import { at, circle, polar, rect, repeat } from './svg.ts';

export const SKIN_TONES = [
  '#f1c9a5',
  '#e0ac7e',
  '#c98d5f',
  '#a86d44',
  '#84502f',
  '#5f3a25',
] as const satisfies Hex[];
export const HAIR_COLORS = {
  black: '#1e1a22',
  brown: '#4b2c1e',
  auburn: '#8a3f22',
  grey: '#8f8d92',
  blond: '#c89a52',
  silver: '#c9c7c6',
} as const satisfies Record<string, Hex>;

export interface PortraitLook {
  skin: 0 | 1 | 2 | 3 | 4 | 5;
  hair: keyof typeof HAIR_COLORS;
  style: HairStyle;
  palette: PaletteName;
  hat?: Hat;
  beard?: NonNullable<FaceLook['beard']>;
  glasses?: boolean;
  earrings?: boolean;
}

const SIZE = 640;

/** An illustrated portrait before a painted wall, as SVG. */
export function profileSvg(seed: string, look: PortraitLook): string {
  const c = new Canvas(SIZE, SIZE, look.palette, `profile/${seed}`);
  const skin = SKIN_TONES[look.skin];
  const shadow = mix(darken(skin, 0.16), c.accent(0), 0.12);
  const hair = HAIR_COLORS[look.hair];
  const who: FaceLook = {
    skin,
    hair: look.hair === 'silver' || look.hair === 'grey' ? darken(hair, 0.25) : hair,
    lips: mix('#b5475a', skin, look.beard ? 0.55 : 0.3),
    eyes: 'open',
    shadow,
    smile: c.rng.range(0.9, 1.25),
    jaw: look.beard ? c.rng.range(4, 9) : c.rng.range(-4, 3),
    ...(look.beard ? { beard: look.beard } : {}),
    ...(look.glasses ? { glasses: darken(c.accent(3), 0.45) } : {}),
  };
  const cloth = c.rng.pick([c.accent(2), c.accent(4), c.accent(0), c.palette.dark]);
  const drawn = person(c, who, {
    style: look.style,
    hair,
    cloth,
    trim: c.sun,
    ...(look.earrings ? { earrings: c.sun } : {}),
    hat: {
      kind: look.hat ?? 'none',
      color: c.rng.pick(['#e3cda0', c.accent(0), darken(c.accent(4), 0.2)]),
      band: c.accent(1),
    },
  });
  const scene = backdrop(c) + at(320, 318, 1.32, drawn);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">${c.defs()}${scene}</svg>`;
}

function backdrop(c: Canvas): string {
  const splash = (x: number, y: number, r: number, color: Hex) =>
    circle(x, y, r, color) +
    repeat(11, () => {
      const [px, py] = polar(x, y, c.rng.range(0, 360), r * c.rng.range(0.9, 1.5));
      return circle(px, py, r * c.rng.range(0.05, 0.2), color);
    });
  const base = c.fill(
    c.gradient([lighten(c.accent(1), 0.35), lighten(c.accent(2), 0.3)], c.rng.range(30, 140)),
  );
  const kind = c.rng.int(0, 3);
  if (kind === 0)
    return (
      base +
      repeat(7, (i) =>
        splash(c.rng.range(40, 600), c.rng.range(30, 460), c.rng.range(40, 110), c.accent(i)),
      )
    );
  if (kind === 3)
    return (
      base +
      repeat(9, (i) =>
        rect(-300 + i * 150, -400, 80, 1500, c.accent(i), {
          transform: 'rotate(28 320 320)',
          opacity: 0.8,
        }),
      )
    );
  if (kind === 1)
    return (
      base +
      repeat(6, (i) =>
        circle(320, 300, 400 - i * 62, i % 2 ? lighten(c.accent(i), 0.25) : c.accent(i)),
      )
    );
  return (
    base +
    repeat(16, (i) =>
      broadLeaf(
        i % 2 ? c.rng.range(-10, 210) : c.rng.range(430, 650),
        c.rng.range(140, 720),
        c.rng.range(130, 230),
        mix('#2f8068', c.accent(i), 0.4),
        i % 2 ? c.rng.range(10, 70) : c.rng.range(-70, -10),
      ),
    )
  );
}

/** Paints the portrait. Returns a square PNG. */
export async function paintProfile(seed: string, look: PortraitLook): Promise<Uint8Array> {
  return sharp(Buffer.from(profileSvg(seed, look)))
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
