import { describe, expect, it } from 'vitest';
import { amountOf } from './amount.ts';

describe('typed amounts', () => {
  it.each([
    ['4200', 4200],
    ['4,200', 4200],
    [' $ 4,200 ', 4200],
    ['1,000,000', 1_000_000],
    ['007', 7],
    ['0', 0],
  ])('%j is %d', (text, amount) => expect(amountOf(text)).toBe(amount));

  it.each(['', '$', '4.200', '4,20', '4200.50', '-5', '1e3', 'about 5', '4 200', '٤'])(
    '%j is none',
    (text) => expect(amountOf(text)).toBeNaN(),
  );
});
