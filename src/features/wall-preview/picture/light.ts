import { halfPlanes, isWithin, type Quad } from '#lib/homography.ts';

/** Pixels as a canvas gives them: four bytes each, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** How bright the wall is at each place, one byte each. */
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
  const [r, g, b] = MIX.luma;
  const luma = (at: number) =>
    r * (data[at] ?? 0) + g * (data[at + 1] ?? 0) + b * (data[at + 2] ?? 0);
  return {
    width,
    height,
    data: Uint8Array.from({ length: width * height }, (_, i) => luma(i * 4)),
  };
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
