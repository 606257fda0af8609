import {
  edgesOf,
  fromSquare,
  halfPlanes,
  inverse,
  type Point,
  type Quad,
  stretched,
} from '#lib/homography.ts';
import { brightnessIn, exposureOn, type LightMap, MIX, type Pixels } from './light.ts';

/** Everything that the picture of a mural on a wall is made of. */
interface Scene {
  wall: Pixels;
  mural: Pixels;
  light: LightMap;
  /** Opaque where something stands in front of the mural. */
  mask: Pixels | null;
  /** The mural's corners in shares of the photograph. */
  quad: Quad;
  /** 0: as the picture is; 1: entirely in the wall's light and texture. */
  strength: number;
  /** Looks at four places of the mural for each pixel, for a picture that stands still. */
  fine: boolean;
}

/** Columns and rows from, and up to but not including. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Offsets within a pixel: one in its middle, or four. */
export const FINE_TAPS: readonly Point[] = [
  [-0.125, -0.375],
  [0.375, -0.125],
  [0.125, 0.375],
  [-0.375, 0.125],
];
const ONE_TAP: readonly Point[] = [[0, 0]];

/**
 * The half planes that a quad is where they meet, as [a, b, c] of ax + by + c: how many pixels a point lies inside.
 */
export function edgeDistances(quad: Quad): [number, number, number][] {
  const planes = halfPlanes(quad);
  return [0, 3, 6, 9].map((at) => {
    const [a = 0, b = 0, c = 0] = planes.subarray(at, at + 3);
    const length = Math.hypot(a, b) || 1;
    return [a / length, b / length, c / length];
  });
}

/** The box of pixels that a quad touches. */
export function boxOf(quad: Quad, width: number, height: number): Box {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - 1)),
    top: Math.max(0, Math.floor(Math.min(...ys) - 1)),
    right: Math.min(width, Math.ceil(Math.max(...xs) + 1)),
    bottom: Math.min(height, Math.ceil(Math.max(...ys) + 1)),
  };
}

/**
 * Which of a picture's copies, each half as large as the one before, has about one texel for each pixel of the quad:
 * a larger one would flicker, a smaller one would be soft.
 */
export function levelFor(mural: { width: number; height: number }, quad: Quad, levels: number) {
  const [top, right, bottom, left] = edgesOf(quad).map(([a, b]) =>
    Math.hypot(b[0] - a[0], b[1] - a[1]),
  ) as [number, number, number, number];
  const texels = Math.min(
    mural.width / Math.max(top, bottom, 1),
    mural.height / Math.max(left, right, 1),
  );
  return Math.min(levels - 1, Math.max(0, Math.round(Math.log2(texels) - 0.25)));
}

/**
 * Paints the mural over the wall's pixels in `out`, which is as large as the wall; gives the box that it may have
 * touched. What runs for each pixel makes no arrays: a phone without a graphics processor has 16 ms for all of them.
 */
export function paintMural(out: Uint8ClampedArray, scene: Scene): Box {
  const { width, height } = scene.wall;
  const quad = stretched(scene.quad, width, height);
  const box = boxOf(quad, width, height);
  const edges = Float64Array.from(edgeDistances(quad).flat());
  const sample = muralSampler(scene.mural, quad, scene.fine);
  const shade = scene.strength > 0 ? shader(scene) : () => {};
  const paint = new Float64Array(4);
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      const cover = Math.min(1, inside(edges, x + 0.5, y + 0.5) + 0.5) * free(scene, x, y);
      if (cover <= 0) continue;
      sample(x + 0.5, y + 0.5, paint);
      shade(x, y, paint);
      blend(out, (y * width + x) * 4, paint, cover);
    }
  }
  return box;
}

/** How many pixels a place lies within the nearest edge. */
function inside(e: Float64Array, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 12; i += 3) {
    const distance = (e[i] as number) * x + (e[i + 1] as number) * y + (e[i + 2] as number);
    if (distance < least) least = distance;
  }
  return least;
}

/** How little stands in front of a pixel. */
function free({ mask, wall }: Scene, x: number, y: number): number {
  if (!mask) return 1;
  const { width, height, data } = mask;
  const u = (x + 0.5) / wall.width;
  const v = (y + 0.5) / wall.height;
  return 1 - bilinear(data, width, height, 4, 3, u, v) / 255;
}

function blend(out: Uint8ClampedArray, at: number, paint: Float64Array, cover: number): void {
  const alpha = cover * ((paint[3] as number) / 255);
  for (let k = 0; k < 3; k++) {
    const below = out[at + k] as number;
    out[at + k] = below + (Math.min(255, paint[k] as number) - below) * alpha;
  }
}

/** Writes the mural's colour at a place of the photograph into `paint`. */
function muralSampler({ width, height, data }: Pixels, quad: Quad, fine: boolean) {
  const back = Float64Array.from(inverse(fromSquare(quad)));
  const taps = Float64Array.from((fine ? FINE_TAPS : ONE_TAP).flat());
  const share = 2 / taps.length;
  return (x: number, y: number, paint: Float64Array) => {
    paint.fill(0);
    for (let t = 0; t < taps.length; t += 2) {
      const px = x + (taps[t] as number);
      const py = y + (taps[t + 1] as number);
      const w = (back[6] as number) * px + (back[7] as number) * py + (back[8] as number);
      const u = ((back[0] as number) * px + (back[1] as number) * py + (back[2] as number)) / w;
      const v = ((back[3] as number) * px + (back[4] as number) * py + (back[5] as number)) / w;
      addTexels(data, width, height, u, v, share, paint);
    }
  };
}

/** Puts paint into the light of the wall: bright where it is bright, rough where it is rough, and a little of its hue. */
function shader({ wall, light, quad, strength }: Scene) {
  const brightness = brightnessIn(light, quad);
  const exposure = exposureOn(brightness);
  const [lr, lg, lb] = MIX.luma;
  const [low, high] = MIX.shade;
  return (x: number, y: number, paint: Float64Array) => {
    const at = (y * wall.width + x) * 4;
    const bare =
      lr * (wall.data[at] as number) +
      lg * (wall.data[at + 1] as number) +
      lb * (wall.data[at + 2] as number);
    const luma = Math.max(MIX.darkest, bare / 255);
    const u = (x + 0.5) / wall.width;
    const v = (y + 0.5) / wall.height;
    const around = bilinear(light.data, light.width, light.height, 1, 0, u, v) / 255;
    const base = brightness * Math.sqrt(Math.sqrt(Math.max(MIX.darkest, around) / brightness));
    const factor = Math.min(high, Math.max(low, luma / base)) * exposure;
    for (let k = 0; k < 3; k++) {
      const hue = mix(1, Math.min(2, (wall.data[at + k] as number) / 255 / luma), MIX.tint);
      paint[k] = (paint[k] as number) * mix(1, factor * hue, strength);
    }
  };
}

/** Adds a share of the colour that the four texels around [u, v] mix to. */
function addTexels(
  data: Uint8ClampedArray,
  width: number,
  height: number,
  u: number,
  v: number,
  share: number,
  sum: Float64Array,
): void {
  const x = Math.min(width - 1, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1, Math.max(0, v * height - 0.5));
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = (y - y0) * share;
  const above = (y0 * width + x0) * 4;
  const right = x0 < width - 1 ? 4 : 0;
  const under = y0 < height - 1 ? above + width * 4 : above;
  for (let k = 0; k < 4; k++) {
    const a = data[above + k] as number;
    const b = data[under + k] as number;
    const top = a + ((data[above + right + k] as number) - a) * fx;
    const low = b + ((data[under + right + k] as number) - b) * fx;
    sum[k] = (sum[k] as number) + top * (share - fy) + low * fy;
  }
}

type Numbers = Uint8ClampedArray | Uint8Array | Float64Array;

/** What four texels around [u, v] of the unit square mix to, as a graphics processor does it: channel `k` of `channels`. */
function bilinear(
  data: Numbers,
  width: number,
  height: number,
  channels: number,
  k: number,
  u: number,
  v: number,
): number {
  const x = Math.min(width - 1, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1, Math.max(0, v * height - 0.5));
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const at = (y0 * width + x0) * channels + k;
  const right = x0 < width - 1 ? channels : 0;
  const below = y0 < height - 1 ? width * channels : 0;
  const above = mix(data[at] as number, data[at + right] as number, x - x0);
  const under = mix(data[at + below] as number, data[at + below + right] as number, x - x0);
  return mix(above, under, y - y0);
}

const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
