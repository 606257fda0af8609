import { expect, it } from 'vitest';
import { shareOf, sharesFor } from './shares.ts';

it('shares are a power of two, and hold about what they are meant to', () => {
  expect([0, 1, 40, 41, 80, 10_000].map((n) => sharesFor(n, 40))).toEqual([1, 1, 1, 2, 2, 256]);
  const sizes = new Array<number>(64).fill(0);
  for (let n = 0; n < 6400; n++) {
    const share = shareOf(`painter-${n.toString(36)}`, 64);
    sizes[share] = (sizes[share] ?? 0) + 1;
  }
  expect(Math.min(...sizes)).toBeGreaterThan(40);
  expect(Math.max(...sizes)).toBeLessThan(200);
});
