import { describe, expect, it } from 'vitest';
import { fromSquare, type Point, project } from '#lib/homography.ts';
import { randomQuads } from '#tests/support/quads.ts';
import { edgeDistances } from './texels.ts';

describe('the four edges of a mural, on 100 random walls', () => {
  it.each(randomQuads(100, 320, 240).map((quad, i) => [i, quad] as const))(
    'are nothing away from its corners, and in pixels from what lies inside and outside (%i)',
    (_, quad) => {
      const edges = edgeDistances(quad);
      const far = ([x, y]: Point) => edges.map(([a, b, c]) => a * x + b * y + c);
      for (const [i, corner] of quad.entries()) {
        const next = quad[(i + 1) % 4] as Point;
        const along = [next[0] - corner[0], next[1] - corner[1]] as const;
        const length = Math.hypot(...along);
        const middle: Point = [corner[0] + along[0] / 2, corner[1] + along[1] / 2];
        const step = (by: number): Point => [
          middle[0] - (along[1] / length) * by,
          middle[1] + (along[0] / length) * by,
        ];
        expect(far(corner)[i]).toBeCloseTo(0, 6);
        expect(far(step(3))[i]).toBeCloseTo(3, 6);
        expect(far(step(-3))[i]).toBeCloseTo(-3, 6);
      }
      const inside = project(fromSquare(quad), [0.5, 0.5]) as Point;
      expect(Math.min(...far(inside))).toBeGreaterThan(0);
    },
  );
});
