import { describe, expect, it } from 'vitest';
import {
  LIKENESS_SIDE,
  type Likeness,
  looksSame,
  packLikeness,
  unpackLikeness,
} from './likeness.ts';

const COUNT = LIKENESS_SIDE ** 2 * 3;
const picture = (level: (i: number) => number, ratio = 1.5): Likeness => ({
  ratio,
  pixels: Uint8Array.from({ length: COUNT }, (_, i) => Math.min(255, Math.max(0, level(i)))),
});
const wall = picture((i) => (i * 37) % 256);

describe('looksSame', () => {
  it.each([
    ['itself', wall],
    ['another encoding', picture((i) => ((i * 37) % 256) + (i % 7) - 3)],
    ['another size, a pixel off', { ...wall, ratio: 1.505 }],
  ])('takes %s for the same', (_what, other) => {
    expect(looksSame(wall, other)).toBe(true);
  });

  it.each([
    ['another shape', { ...wall, ratio: 1.6 }],
    ['its mirror image', picture((i) => ((COUNT - 1 - i) * 37) % 256)],
    [
      'one with a detail changed',
      picture((i) => (i === 300 ? 255 - ((i * 37) % 256) : (i * 37) % 256)),
    ],
    ['a lighter one', picture((i) => ((i * 37) % 256) + 12)],
  ])('takes %s for another', (_what, other) => {
    expect(looksSame(wall, other)).toBe(false);
  });

  it('tells plain colours apart', () => {
    const plain = (r: number, g: number, b: number) => picture((i) => [r, g, b][i % 3] ?? 0);
    expect(looksSame(plain(196, 57, 29), plain(29, 57, 196))).toBe(false);
    expect(looksSame(plain(196, 57, 29), plain(197, 55, 30))).toBe(true);
  });
});

it('survives being packed', () => {
  expect(unpackLikeness(packLikeness({ ...wall, ratio: 4 / 3 }))).toEqual({
    ...wall,
    ratio: 4 / 3,
  });
});
