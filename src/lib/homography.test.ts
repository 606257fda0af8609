import { describe, expect, it } from 'vitest';
import { randomQuads } from '#tests/support/quads.ts';
import {
  contains,
  fromSquare,
  inverse,
  isConvex,
  type Point,
  project,
  type Quad,
  resized,
  UNIT_SQUARE,
} from './homography.ts';

const QUADS = randomQuads(100, 1200, 900);
const near = (found: Point | null, [x, y]: Point, digits = 6) => {
  expect(found?.[0]).toBeCloseTo(x, digits);
  expect(found?.[1]).toBeCloseTo(y, digits);
};

describe('the map from the unit square', () => {
  it.each(QUADS.map((quad, i) => [i, quad] as const))(
    'puts each corner in its place, and back (%i)',
    (_, quad) => {
      const map = fromSquare(quad);
      const back = inverse(map);
      for (const [i, corner] of UNIT_SQUARE.entries()) {
        near(project(map, corner), quad[i] as Point);
        near(project(back, quad[i] as Point), corner, 9);
      }
    },
  );

  it('knows no place behind the eye', () => {
    const narrowing: Quad = [
      [400, 0],
      [500, 0],
      [900, 600],
      [0, 600],
    ];
    expect(project(fromSquare(narrowing), [0.5, 1.5])).toBeNull();
    expect(resized(narrowing, 1.6)).toBeNull();
    expect(resized(narrowing, 1)).not.toBeNull();
  });
});

describe('corners', () => {
  const square = UNIT_SQUARE;
  it.each([
    ['in their order', square, true],
    ['mirrored', [square[1], square[0], square[3], square[2]], false],
    ['crossed', [square[0], square[2], square[1], square[3]], false],
    ['hollow', [square[0], square[1], [0.3, 0.3], square[3]], false],
    ['in a line', [square[0], [0.5, 0], square[1], square[3]], false],
  ] as [string, Quad, boolean][])('%s', (_, quad, fine) => {
    expect(isConvex(quad)).toBe(fine);
  });

  it('hold what is between them', () => {
    expect(contains(square, [0.5, 0.5])).toBe(true);
    expect(contains(square, [1.01, 0.5])).toBe(false);
  });

  it.each(QUADS.slice(0, 20))('made smaller and larger again are where they were', (...corners) => {
    const quad = corners as unknown as Quad;
    const back = resized(resized(quad, 0.5) as Quad, 2) as Quad;
    for (const [i, corner] of quad.entries()) near(back[i] as Point, corner, 4);
  });
});
