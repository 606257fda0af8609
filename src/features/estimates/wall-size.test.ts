import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feetOf, sidesOf, sizeText, tidySize } from './wall-size.ts';

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
    ['20 por 10 pies', '20', '10'],
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
