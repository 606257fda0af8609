import { edgesOf, halfPlanes, type Point, type Quad } from '#lib/homography.ts';

/** Offsets within a pixel: one in its middle, or four. */
export const FINE_TAPS: readonly Point[] = [
  [-0.125, -0.375],
  [0.375, -0.125],
  [0.125, 0.375],
  [-0.375, 0.125],
];

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
