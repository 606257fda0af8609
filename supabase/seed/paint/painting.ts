import sharp from 'sharp';
import { Canvas } from './canvas.ts';
import { MAP } from './noise.ts';
import type { PaletteName } from './palettes.ts';
import { Random } from './random.ts';
import { muralFrame, type Setting, surroundings } from './street.ts';
import { SUBJECTS, type SubjectName } from './subjects/index.ts';
import { n, rect, repeat, stroke } from './svg.ts';
import { handWobble, type WallKind, wall } from './walls.ts';

/** The longest side is always MAP pixels. */
export const SHAPES = {
  wide: [1280, 720],
  landscape: [1280, 853],
  classic: [1280, 960],
  square: [1120, 1120],
  portrait: [960, 1280],
} as const;
export type Shape = keyof typeof SHAPES;

/** What to paint: the same values always give the same picture. */
export interface Painting {
  seed: string;
  subject: SubjectName;
  palette: PaletteName;
  wall: WallKind;
  setting: Setting;
  shape: Shape;
  words?: readonly string[];
  /** Shows one part of the wall from close by. */
  detail?: 'left' | 'right';
  /** The wall before anybody painted it. */
  bare?: true;
  /** How much sun and rain the paint has had, 0 to 1. */
  age?: number;
}

/** The two layers of a painting: the painted wall, and what stands before it. */
export function paintingSvg(p: Painting): { mural: string; front: string; w: number; h: number } {
  const [w, h] = SHAPES[p.shape];
  const frame = muralFrame(p.detail ? 'close' : p.setting, w, h);
  const art = new Canvas(frame.w, frame.h, p.palette, p.seed);
  const picture = p.bare ? '' : SUBJECTS[p.subject](art, p.words ?? []);
  const [r, g, b] = wall(p.wall).color;
  const clip = `<clipPath id="edge">${rect(0, 0, frame.w, frame.h, '#fff')}</clipPath>`;
  const spill = p.setting === 'panel' && !p.detail && !p.bare ? spills(art, frame.h) : '';
  const body = `${art.defs()}<defs>${clip}</defs>${rect(0, 0, w, h, `rgb(${r},${g},${b})`)}<g transform="translate(${n(frame.x)} ${n(frame.y)})"><g clip-path="url(#edge)">${picture}</g>${spill}</g>`;
  const zoom = 0.46;
  const x = w * (p.detail === 'right' ? 0.5 : 0.06);
  const view = p.detail ? `${n(x)} ${n(h * 0.28)} ${n(w * zoom)} ${n(h * zoom)}` : `0 0 ${w} ${h}`;
  const front = new Canvas(w, h, p.palette, `${p.seed}/front`);
  const scene = surroundings(
    front,
    p.detail ? 'close' : p.setting,
    p.words !== undefined || p.subject === 'loteria',
  );
  const wrap = (box: string, content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${box}">${content}</svg>`;
  return {
    mural: wrap(view, body),
    front: scene && wrap(`0 0 ${w} ${h}`, front.defs() + scene),
    w,
    h,
  };
}

/** Runs of paint under the edge of a panel. */
const spills = (c: Canvas, bottom: number): string =>
  repeat(16, () =>
    stroke(
      `M${n(c.rng.range(0, c.w))} ${n(bottom - 2)}v${n(c.unit * 0.08 * c.rng.next() ** 2)}`,
      c.accent(c.rng.int(0, 4)),
      c.rng.range(2, 4.5),
    ),
  );

/** Paints the picture. Returns a PNG: whoever keeps it decides what of it may be lost. */
export async function paint(p: Painting): Promise<Uint8Array> {
  const { mural, front, w, h } = paintingSvg(p);
  const flat = await sharp(Buffer.from(mural))
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const weathered = putOnWall(flat, w, h, p);
  const picture = sharp(weathered, { raw: { width: w, height: h, channels: 3 } });
  return (front ? picture.composite([{ input: Buffer.from(front) }]) : picture)
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Lets the wall show through: hand-drawn edges, relief, worn spots, light from the upper left. */
function putOnWall(flat: Buffer, w: number, h: number, p: Painting): Buffer {
  const rng = new Random(`${p.seed}/wall`);
  const { shade, wear, color } = wall(p.wall);
  const wobble = handWobble();
  const age = p.age ?? rng.range(0, 0.3);
  const threshold = 205 - age * 95;
  const scale = p.detail ? 0.6 : 1;
  const [ox, oy] = [
    Math.floor(rng.range(0, MAP - w * scale)),
    Math.floor(rng.range(0, MAP - h * scale)),
  ];
  const [r0, g0, b0] = color;
  const out = Buffer.allocUnsafe(flat.length);
  for (let y = 0; y < h; y++) {
    const row = (Math.floor(y * scale) + oy) * MAP;
    const down = y / h - 0.5;
    for (let x = 0; x < w; x++) {
      const m = row + Math.floor(x * scale) + ox;
      let [sx, sy] = [x + (wobble[m] ?? 0) * 0.5, y + (wobble[m ^ 64] ?? 0) * 0.5];
      sx = sx < 0 ? 0 : sx >= w ? w - 1 : sx | 0;
      sy = sy < 0 ? 0 : sy >= h ? h - 1 : sy | 0;
      const s = (sy * w + sx) * 3;
      const worn = ((wear[m] ?? 0) - threshold) * 0.03;
      const bare = Math.max(0, Math.min(0.85, worn));
      const across = x / w - 0.5;
      const light = 1.15 - 0.1 * down - 0.05 * across - 0.34 * (across * across + down * down);
      const k = ((shade[m] ?? 128) / 128) * light;
      const t = (y * w + x) * 3;
      out[t] = clamp(((flat[s] ?? 0) * (1 - bare) + r0 * bare) * k);
      out[t + 1] = clamp(((flat[s + 1] ?? 0) * (1 - bare) + g0 * bare) * k);
      out[t + 2] = clamp(((flat[s + 2] ?? 0) * (1 - bare) + b0 * bare) * k);
    }
  }
  return out;
}

const clamp = (value: number): number => Math.min(value, 255);
