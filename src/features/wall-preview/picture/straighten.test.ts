import { expect, it } from 'vitest';
import {
  fromSquare,
  inverse,
  type Point,
  project,
  type Quad,
  UNIT_SQUARE,
} from '#lib/homography.ts';
import { randomQuads } from '#tests/support/quads.ts';
import type { Pixels } from './light.ts';
import { straighten, straightSize } from './straighten.ts';

const blank = (width: number, height: number): Pixels => ({
  ...{ width, height, data: new Uint8ClampedArray(width * height * 4) },
});

/** A picture of a wall within these corners: red from left to right, green from top to bottom, and blue beyond. */
function photoOf(quad: Quad, width: number, height: number): Pixels {
  const photo = blank(width, height);
  const back = inverse(fromSquare(quad));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = project(back, [(x + 0.5) / width, (y + 0.5) / height]) ?? [-1, -1];
      const inside = u >= 0 && u <= 1 && v >= 0 && v <= 1;
      photo.data.set(inside ? [u * 255, v * 255, 0, 255] : [0, 0, 255, 255], (y * width + x) * 4);
    }
  return photo;
}

it('leaves a whole picture as it is', () => {
  const photo = photoOf(UNIT_SQUARE, 20, 10);
  const into = blank(20, 10);
  straighten(photo, UNIT_SQUARE, into);
  expect(into.data).toEqual(photo.data);
});

const QUADS = randomQuads(20, 1, 1).map((quad) => ({ quad }));
it.each(QUADS)('shows what lies within its corners straight on: %j', ({ quad }) => {
  const into = blank(60, 40);
  straighten(photoOf(quad, 600, 500), quad, into);
  for (const [x, y] of [
    [30, 20],
    [10, 8],
    [50, 30],
  ] as Point[]) {
    const [red = 0, green = 0, blue] = into.data.slice((y * 60 + x) * 4);
    expect(Math.abs(red - ((x + 0.5) / 60) * 255)).toBeLessThan(6);
    expect(Math.abs(green - ((y + 0.5) / 40) * 255)).toBeLessThan(6);
    expect(blue).toBe(0);
  }
});

it('is as large as its longer sides', () => {
  const quad: Quad = [
    [0, 0],
    [0.5, 0.25],
    [0.5, 0.75],
    [0, 1],
  ];
  expect(straightSize(quad, 800, 400)).toEqual({ width: 412, height: 400 });
});
