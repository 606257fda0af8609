import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { letterDistance as distance } from '#lib/letter-distance.ts';
import { closest, corrected } from './spelling.ts';

const VOCABULARY = new Set([
  'marisol',
  'vega',
  'calavera',
  'realistic',
  'graffiti',
  'san',
  'antonio',
]);

describe('closest', () => {
  it.each([
    ['marisl', 'marisol'],
    ['mairsol', 'marisol'],
    ['grafitti', 'graffiti'],
    ['realstic', 'realistic'],
    ['calvera', 'calavera'],
    ['skul', 'skull'],
    ['vga', null],
    ['zzzzzz', null],
    ['mar', null],
  ])('%s is meant as %s', (typed, meant) => {
    expect(closest(typed, VOCABULARY)).toBe(meant);
  });
});

describe('distance', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  it('is a distance', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, b) === 0).toBe(a === b);
        expect(distance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });
  it.each([
    ['garza', 'graza', 1],
    ['wall', 'walls', 1],
    ['nature', 'natrues', 2],
  ])('of %s and %s is %i', (a, b, away) => {
    expect(distance(a, b)).toBe(away);
  });
});

describe('corrected', () => {
  const rows = [0, 1];
  const nowhere = () => false;
  const somewhere = (row: number) => row === 1;
  const asked = (...words: ((row: number) => boolean)[]) => ({ rows, words, filters: new Map() });
  it('changes only what nothing has', () => {
    expect(corrected(['marisl', 'vega'], asked(nowhere, somewhere), VOCABULARY)).toEqual([
      'marisol',
      'vega',
    ]);
  });
  it('gives up where a word is like none, and where all are somewhere', () => {
    expect(corrected(['marisl', 'zzzz'], asked(nowhere, nowhere), VOCABULARY)).toBeNull();
    expect(corrected(['san', 'vega'], asked(somewhere, somewhere), VOCABULARY)).toBeNull();
  });
});
