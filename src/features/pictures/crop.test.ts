import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CENTRED, cropSquare, MAX_ZOOM, panned, zoomed } from './crop.ts';

const side = fc.integer({ min: 1, max: 8000 });
const crop = fc.record({
  x: fc.double({ min: -1, max: 2, noNaN: true }),
  y: fc.double({ min: -1, max: 2, noNaN: true }),
  zoom: fc.double({ min: 0, max: 9, noNaN: true }),
});
const shift = fc.double({ min: -5, max: 5, noNaN: true });

describe('crop', () => {
  it('starts as the largest square in the middle', () => {
    expect(cropSquare(400, 200, CENTRED)).toEqual({ left: 100, top: 0, size: 200 });
    expect(cropSquare(200, 400, CENTRED)).toEqual({ left: 0, top: 100, size: 200 });
  });

  it('never leaves the picture', () => {
    fc.assert(
      fc.property(side, side, crop, (width, height, c) => {
        const { left, top, size } = cropSquare(width, height, c);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left + size).toBeLessThanOrEqual(width + 1e-6);
        expect(top + size).toBeLessThanOrEqual(height + 1e-6);
        expect(size).toBeGreaterThan(0);
      }),
    );
  });

  it('comes straight back from an edge: a drag beyond it stores up no distance', () => {
    fc.assert(
      fc.property(side, side, crop, shift, (width, height, c, d) => {
        const pushed = panned(width, height, c, d, d);
        const { left, top, size } = cropSquare(width, height, pushed);
        expect(pushed.x * width - size / 2).toBeCloseTo(left, 4);
        expect(pushed.y * height - size / 2).toBeCloseTo(top, 4);
      }),
    );
  });

  it('moves by shares of its own square, and zooms within limits', () => {
    const close = zoomed(CENTRED, 2);
    expect(cropSquare(400, 400, close)).toEqual({ left: 100, top: 100, size: 200 });
    expect(cropSquare(400, 400, panned(400, 400, close, 0.25, -0.25))).toEqual({
      left: 150,
      top: 50,
      size: 200,
    });
    expect(zoomed(CENTRED, 99).zoom).toBe(MAX_ZOOM);
    expect(zoomed(CENTRED, 0).zoom).toBe(1);
  });
});
