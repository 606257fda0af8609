import { halfPlanes, type Quad } from '#lib/homography.ts';

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
