import { describe, expect, it } from 'vitest';
import { EMPTY_SEARCH } from '#domain/artist-search.ts';
import { indexQuery, isFiltered, knownLabel } from './query.ts';

describe('indexQuery', () => {
  it('asks for everything in the first order', () => {
    expect(indexQuery(EMPTY_SEARCH, undefined)).toEqual({
      words: [],
      filters: {},
      sort: { featured: 'asc' },
    });
  });

  it('sends filters in the spelling of the index', () => {
    const search = {
      ...EMPTY_SEARCH,
      style: ' Abstract ',
      medium: 'Spray Paint',
      city: 'seguin-tx',
    };
    expect(indexQuery(search, undefined).filters).toEqual({
      style: 'abstract',
      medium: 'spray paint',
      place: 'seguin-tx',
    });
  });

  it('keeps a city page to its city', () => {
    expect(indexQuery({ ...EMPTY_SEARCH, city: 'austin-tx' }, 'seguin-tx').filters).toEqual({
      place: 'seguin-tx',
    });
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
