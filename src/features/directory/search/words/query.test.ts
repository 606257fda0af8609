import { describe, expect, it } from 'vitest';
import { ARTIST_LISTS, EMPTY_SEARCH } from '../artist-search.ts';
import { MURAL_LISTS } from '../mural-search.ts';
import { cardQuery, isFiltered, menuWith } from './query.ts';

describe('cardQuery', () => {
  it('compares filters whatever their case', () => {
    const search = { ...EMPTY_SEARCH, style: ' Abstract ', medium: 'Spray Paint', q: 'Big  Wall' };
    expect(
      cardQuery(ARTIST_LISTS, { ...search, city: 'seguin-tx', sort: 'name' }, undefined),
    ).toEqual({
      words: ['big', 'wall'],
      filters: { city: 'seguin-tx', style: 'abstract', medium: 'spray paint' },
      sort: 'name',
    });
  });

  it('asks a list for its own filters only', () => {
    const search = { ...MURAL_LISTS.empty, surface: 'Brick', bogus: 'x' };
    const filters = { city: '', style: '', surface: 'brick', medium: '' };
    expect(cardQuery(MURAL_LISTS, search, undefined)).toEqual({
      words: [],
      filters,
      sort: 'newest',
    });
  });
});

describe('a menu', () => {
  const options = ['Abstract', 'Nature'].map((label) => ({ value: label, label }));

  it.each([
    ['abstract', 'Abstract'],
    ['ABSTRACT ', 'Abstract'],
    ['', ''],
  ])('shows %j as %j', (asked, value) => {
    expect(menuWith(options, asked)).toEqual({ value, options });
  });

  it('offers also what only the address knows', () => {
    const cubist = { value: 'cubist', label: 'cubist' };
    const shown = { value: 'cubist', options: [...options, cubist] };
    expect(menuWith(options, 'cubist')).toEqual(shown);
  });
});

it('a sort or a page narrows nothing', () => {
  expect(isFiltered(ARTIST_LISTS, { ...EMPTY_SEARCH, sort: 'name', page: 3 })).toBe(false);
  expect(isFiltered(ARTIST_LISTS, { ...EMPTY_SEARCH, q: 'a' })).toBe(true);
});
