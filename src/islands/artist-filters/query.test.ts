import { describe, expect, it } from 'vitest';
import { EMPTY_SEARCH, filterWord } from '#domain/artist-search.ts';
import { indexQuery, isFiltered, knownLabel, lookAheadWords } from './query.ts';

describe('indexQuery', () => {
  it('asks for everything in the first order', () => {
    expect(indexQuery(EMPTY_SEARCH, undefined)).toEqual({
      words: [],
      sort: 'featured',
    });
  });

  it('sends filters in the spelling of the index', () => {
    const search = {
      ...EMPTY_SEARCH,
      style: ' Abstract ',
      medium: 'Spray Paint',
      city: 'seguin-tx',
    };
    expect(indexQuery({ ...search, q: 'wall' }, undefined).words).toEqual([
      filterWord('place', 'seguin-tx'),
      filterWord('style', 'abstract'),
      filterWord('medium', 'spray paint'),
      'wall',
    ]);
  });

  it('keeps a city page to its city', () => {
    expect(indexQuery({ ...EMPTY_SEARCH, city: 'austin-tx' }, 'seguin-tx').words).toEqual([
      filterWord('place', 'seguin-tx'),
    ]);
  });

  it('takes no text for a filter', () => {
    const q = filterWord('style', 'abstract');
    expect(indexQuery({ ...EMPTY_SEARCH, q }, undefined).words).toEqual(['style', 'abstract']);
  });

  it.each([
    ['  José   Muñoz ', ['José', 'Muñoz']],
    ['"big wall" — & 10', ['big', 'wall', '10']],
    ['   ', []],
    ['“', []],
  ])('reads the text %j as %j', (q, words) => {
    expect(indexQuery({ ...EMPTY_SEARCH, q }, undefined).words).toEqual(words);
  });
});

describe('knownLabel', () => {
  it.each([
    ['abstract', 'Abstract'],
    ['ABSTRACT ', 'Abstract'],
    ['cubist', 'cubist'],
    ['', ''],
  ])('%j is %j', (value, label) => {
    expect(knownLabel(value, ['Abstract', 'Nature'])).toBe(label);
  });
});

it('a sort or a page narrows nothing', () => {
  expect(isFiltered({ ...EMPTY_SEARCH, sort: 'name', page: 3 })).toBe(false);
  expect(isFiltered({ ...EMPTY_SEARCH, q: 'a' })).toBe(true);
});

it('a beginning of a word is worth looking up from its third letter on', () => {
  expect(lookAheadWords('sa')).toEqual([]);
  expect(lookAheadWords(' a “San” mu wall ')).toEqual(['San', 'wall']);
});
