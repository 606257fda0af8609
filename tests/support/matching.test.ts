import { describe, expect, it } from 'vitest';
import { isMatch, matchingArtists } from './matching.ts';

const artist = (id: string, over: object = {}) => ({
  id,
  city: null as string | null,
  styles: [] as string[],
  featured: false,
  average_rating: 0,
  paused_until: null as string | null,
  ...over,
});
const lead = { city: 'San Antonio', style: 'abstract' };

describe('isMatch (section 9)', () => {
  it.each([
    ['the style itself', { styles: ['abstract'] }, true],
    ['another case', { styles: ['ABSTRACT'] }, true],
    ['a style that contains it', { styles: ['Abstract Geometry'] }, true],
    ['a style contained in it', { styles: ['abs'] }, true],
    ['the city', { city: 'San Antonio' }, true],
    ['the city in another case', { city: ' san antonio ' }, true],
    ['only a part of the city', { city: 'San' }, false],
    ['neither', { city: 'Austin', styles: ['nature'] }, false],
    ['nothing at all', {}, false],
  ])('%s', (_, over, expected) => expect(isMatch(artist('a', over), lead)).toBe(expected));
});

describe('matchingArtists', () => {
  it('draws from the ten of best standing only', () => {
    const leaders = Array.from({ length: 10 }, (_, i) => artist(`top-${i}`, { featured: true }));
    const eleventh = artist('eleventh', { styles: ['abstract'] });
    expect(matchingArtists([eleventh, ...leaders], lead)).toEqual([]);
    expect(matchingArtists([eleventh, ...leaders.slice(1)], lead)).toEqual([eleventh]);
  });

  it('gives at most five, featured first, then the better rated', () => {
    const all = Array.from({ length: 9 }, (_, i) =>
      artist(`a${i}`, { city: 'San Antonio', featured: i === 3, average_rating: i / 2 }),
    );
    expect(matchingArtists(all, lead).map(({ id }) => id)).toEqual(['a3', 'a8', 'a7', 'a6', 'a5']);
  });
});
