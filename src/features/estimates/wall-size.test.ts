import { describe, expect, it } from 'vitest';
import { feetOf, tidySize } from './wall-size.ts';

// Which texts name two sides is held against the database in tests/db/estimate.test.ts.
describe('the text of a size', () => {
  it.each([
    ['20 × 10 ft', '20 x 10 ft'],
    ['20x10', '20 x 10 ft'],
    ['20 por 10 pies', '20 x 10 ft'],
    [" 20' by 10' ", '20 x 10 ft'],
    ['20.5 feet x 8 feet', '20.5 x 8 ft'],
    ['08. x 9.50 ft', '8 x 9.5 ft'],
  ])('%j is tidied to %j', (text, tidy) => {
    expect(tidySize(text)).toBe(tidy);
  });

  it.each(['about as wide as a truck', '20', 'x', '. x 9 ft', '20 x 10 x 5', '20 m x 10 m', ''])(
    '%j names no sides',
    (text) => {
      expect(tidySize(text)).toBe(text);
      expect(feetOf(text)).toBeNull();
    },
  );

  it('is read in feet where a wall can be as large', () => {
    expect(feetOf('20 × 10 ft')).toEqual({ width: 20, height: 10 });
    for (const text of ['0 x 10 ft', '0.4 x 1 ft', '1001 x 5 ft']) expect(feetOf(text)).toBeNull();
  });
});
