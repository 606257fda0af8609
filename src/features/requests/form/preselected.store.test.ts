import { describe, expect, it } from 'vitest';
import type { Match } from '../lead.ts';
import { preselected } from './preselected.store.ts';

const match = (n: number, asked?: boolean) =>
  ({ id: `id-${n}`, slug: `artist-${n}`, asked }) as Match;

describe('who is chosen from the start', () => {
  it('is whoever was asked for by name, and nobody else', () => {
    const matches = [match(1, true), match(2, true), match(3, false)];
    expect(preselected(matches, [{ slug: 'artist-3' }])).toEqual(['id-1', 'id-2']);
  });
  it('is whoever was saved, when nobody was asked for', () => {
    const saved = [{ slug: 'artist-3' }, { slug: 'artist-1' }, { slug: 'gone' }];
    expect(
      preselected(
        [1, 2, 3].map((n) => match(n)),
        saved,
      ),
    ).toEqual(['id-1', 'id-3']);
  });
  it('is nobody without a shortlist', () => {
    expect(preselected([match(1), match(2, false)], [])).toEqual([]);
  });
});
