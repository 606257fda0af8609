import { halfPlanes, isWithin, type Quad } from '#lib/homography.ts';

/** Pixels as a canvas gives them: four bytes each, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** How bright the wall is around each place, one byte each: what is left of the photograph without its texture. */
export interface LightMap {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Longest side of the small copy of the photograph that a light map is made of. */
export const LIGHT_SIDE = 96;

/**
 * How the wall's light meets the paint. The shader measures the wall against its brightness
 * under the whole mural, and a quarter of that against the surroundings of each place: shadows stay, and what lies in
 * them can still be seen.
 */
export const MIX = {
  /** Rec. 709. */
  luma: [0.2126, 0.7152, 0.0722],
  /** Below this a wall is too dark to tell light from noise. */
  darkest: 0.05,
  /** What texture may do to the paint at most. */
  shade: [0.25, 1.5],
  /** The paint under the light of a black wall, and how much a brighter one adds: a dark wall must not drown a mural. */
  exposure: [0.6, 0.5],
  /** How much of the wall's hue the paint takes on, as it would from light that the surroundings throw back. */
  tint: 0.1,
} as const;

export function lightMap({ width, height, data }: Pixels): LightMap {
  const luma = Float32Array.from({ length: width * height }, (_, i) => lumaOf(data, i * 4));
  const radius = Math.max(1, Math.round(Math.max(width, height) / 16));
  const soft = blurred(blurred(luma, width, height, radius), width, height, radius);
  return { width, height, data: Uint8Array.from(soft, (value) => Math.round(value * 255)) };
}

function lumaOf(data: Uint8ClampedArray, at: number): number {
  const [r, g, b] = MIX.luma;
  return (r * (data[at] ?? 0) + g * (data[at + 1] ?? 0) + b * (data[at + 2] ?? 0)) / 255;
}

/** The mean of a square around each place, by rows and then by columns. */
function blurred(map: Float32Array, width: number, height: number, radius: number): Float32Array {
  const rows = means(map, { count: height, length: width, step: 1, next: width }, radius);
  return means(rows, { count: width, length: height, step: width, next: 1 }, radius);
}

interface Lines {
  count: number;
  length: number;
  /** From one place of a line to the next, and from one line to the next. */
  step: number;
  next: number;
}

function means(map: Float32Array, { count, length, step, next }: Lines, radius: number) {
  const out = new Float32Array(map.length);
  const sums = new Float64Array(length + 1);
  for (let line = 0; line < count; line++) {
    const start = line * next;
    for (let i = 0; i < length; i++)
      sums[i + 1] = (sums[i] as number) + (map[start + i * step] as number);
    for (let i = 0; i < length; i++) {
      const [from, to] = [Math.max(0, i - radius), Math.min(length, i + radius + 1)];
      out[start + i * step] = ((sums[to] as number) - (sums[from] as number)) / (to - from);
    }
  }
  return out;
}

/**
 * How bright the wall is under the mural on the whole, from 0 to 1. `quad` is in shares of the photograph. It runs for
 * each frame, over all places of the map: it makes no arrays.
 */
export function brightnessIn({ width, height, data }: LightMap, quad: Quad): number {
  const planes = halfPlanes(quad);
  let [sum, count] = [0, 0];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (!isWithin(planes, (column + 0.5) / width, (row + 0.5) / height)) continue;
      sum += data[row * width + column] as number;
      count++;
    }
  }
  // A quad smaller than one place of the map, or outside the photograph.
  if (count === 0) return 0.5;
  return Math.max(MIX.darkest, sum / count / 255);
}

/** How bright the paint is on a wall of this brightness. */
export function exposureOn(brightness: number): number {
  return Math.min(1, MIX.exposure[0] + MIX.exposure[1] * brightness);
}
