import { describe, expect, it } from 'vitest';
import { LIMITS } from '#lib/limits.ts';
import type { Match } from '../lead.ts';
import { preselected, unnamed, withNames } from './shortlisted.store.ts';

const match = (n: number) => ({ id: `id-${n}`, slug: `artist-${n}` }) as Match;
const matches = [1, 2, 3].map(match);

describe('who is chosen from the start', () => {
  it('is the artist whose page led here, and nobody else', () => {
    expect(preselected(matches, 'id-2', [{ slug: 'artist-1' }])).toEqual(['id-2']);
  });
  it('is whoever was saved, when nobody was asked for or that one is not among the matches', () => {
    const saved = [{ slug: 'artist-3' }, { slug: 'artist-1' }, { slug: 'gone' }];
    expect(preselected(matches, null, saved)).toEqual(['id-1', 'id-3']);
    expect(preselected(matches, 'id-9', saved)).toEqual(['id-1', 'id-3']);
  });
  it('is nobody without a shortlist', () => {
    expect(preselected(matches, null, [])).toEqual([]);
  });
});

describe('names in the text', () => {
  it('come on a line of their own', () => {
    expect(withNames('A wall.\n', ['Ana', 'Luz'])).toBe('A wall.\n\nArtists I like: Ana, Luz.');
    expect(withNames('', ['Ana'])).toBe('Artists I like: Ana.');
  });
  it('are as many as the limit leaves room for', () => {
    const text = 'x'.repeat(LIMITS.projectMax - '\n\nArtists I like: Ana.'.length);
    expect(withNames(text, ['Ana', 'Luz'])).toBe(`${text}\n\nArtists I like: Ana.`);
    expect(withNames(`${text}x`, ['Ana', 'Luz'])).toBeNull();
  });
  it('are offered once', () => {
    expect(unnamed('I like Ana.', ['Ana', 'Luz'])).toEqual(['Luz']);
  });
});
