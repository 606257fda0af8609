import { describe, expect, it } from 'vitest';
import { EMPTY_SEARCH } from '#domain/artist-search.ts';
import { cardQuery, isFiltered, knownLabel } from './query.ts';

describe('cardQuery', () => {
  it('asks for everything in the first order', () => {
    const nothing = { words: [], place: '', style: '', medium: '', sort: 'featured' };
    expect(cardQuery(EMPTY_SEARCH, undefined)).toEqual(nothing);
  });

  it('compares filters whatever their case', () => {
    const search = { ...EMPTY_SEARCH, style: ' Abstract ', medium: 'Spray Paint', q: 'Big  Wall' };
    expect(cardQuery({ ...search, city: 'seguin-tx', sort: 'name' }, undefined)).toEqual({
      words: ['big', 'wall'],
      place: 'seguin-tx',
      style: 'abstract',
      medium: 'spray paint',
      sort: 'name',
    });
  });

  it('keeps a city page to its city', () => {
    expect(cardQuery({ ...EMPTY_SEARCH, city: 'austin-tx' }, 'seguin-tx').place).toBe('seguin-tx');
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
