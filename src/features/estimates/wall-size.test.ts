import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOOR_FT, feetOf, measuredByDoor, sidesOf, sizeText, tidySize } from './wall-size.ts';

const side = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 1, max: 1000 }).map(String),
  fc.integer({ min: 1, max: 9999 }).map((tenths) => String(tenths / 10)),
);

describe('the text of a size', () => {
  it.each([
    ['20', '10', '20 x 10 ft'],
    ['20', '', '20 ft wide'],
    ['', '10', '10 ft high'],
    ['', '', ''],
  ])('of %j and %j is %j', (width, height, text) => {
    expect(sizeText({ width, height })).toBe(text);
  });

  it('gives back the sides that it was made of', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        expect(sidesOf(sizeText({ width, height }))).toEqual({ width, height });
      }),
    );
  });

  it.each([
    ['20 × 10 ft', '20', '10'],
    ['20x10', '20', '10'],
    [" 20' by 10' ", '20', '10'],
    ['20.5 feet x 8 feet', '20.5', '8'],
    ['12. x 8 ft', '12.', '8'],
  ])('%j is %s by %s', (text, width, height) => {
    expect(sidesOf(text)).toEqual({ width, height });
  });

  it.each(['about as wide as a truck', '200 sq ft', '20', 'x', '20 x 10 x 5', '20 m x 10 m'])(
    '%j names no sides',
    (text) => {
      expect(sidesOf(text)).toEqual({ width: '', height: '' });
      expect(tidySize(text)).toBe(text);
      expect(feetOf(text)).toBeNull();
    },
  );

  it('is tidied, and read in feet where a wall can be as large', () => {
    expect(tidySize('08. x 9.50 ft')).toBe('8 x 9.5 ft');
    expect(tidySize('. x 9 ft')).toBe('9 ft high');
    expect(feetOf('20 × 10 ft')).toEqual({ width: 20, height: 10 });
    for (const text of ['0 x 10 ft', '0.4 x 1 ft', '1001 x 5 ft', '20 ft wide', ''])
      expect(feetOf(text)).toBeNull();
  });
});

describe('a wall that is measured by a door', () => {
  const at = (x: number, y: number) => ({ x, y });

  it('has the size that its pixels say, to half a foot', () => {
    const door = [at(100, 100), at(100, 200)] as const;
    const wall = { width: [at(0, 50), at(300, 50)], height: [at(0, 0), at(0, 150)] } as const;
    expect(measuredByDoor(door, wall)).toEqual({ width: 20, height: 10 });
  });

  it('does not depend on how large the picture is, nor on the order of taps', () => {
    const number = fc.integer({ min: 0, max: 4000 });
    const point = fc.record({ x: number, y: number });
    fc.assert(
      fc.property(fc.tuple(point, point, point, point, point, point), (points) => {
        const [a, b, c, d, e, f] = points;
        fc.pre(Math.hypot(b.x - a.x, b.y - a.y) > 50);
        const scaled = points.map(({ x, y }) => at(x * 2, y * 2)) as typeof points;
        const found = measuredByDoor([a, b], { width: [c, d], height: [e, f] });
        const [a2, b2, c2, d2, e2, f2] = scaled;
        expect(measuredByDoor([b2, a2], { width: [d2, c2], height: [f2, e2] })).toEqual(found);
      }),
    );
  });

  it('needs a door, and stays a wall', () => {
    const dot = [at(5, 5), at(5, 5)] as const;
    expect(measuredByDoor(dot, { width: dot, height: dot })).toBeNull();
    const door = [at(0, 0), at(0, 10)] as const;
    const far = [at(0, 0), at(90_000, 0)] as const;
    expect(measuredByDoor(door, { width: far, height: dot })).toEqual({ width: 1000, height: 0.5 });
    expect(measuredByDoor(door, { width: door, height: door })?.height).toBe(
      Math.round(DOOR_FT * 2) / 2,
    );
  });
});
