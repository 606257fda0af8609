import { expect, it } from 'vitest';
import { ARTIST_LISTS, EMPTY_SEARCH } from './artist-search.ts';
import { nearestRows } from './nearest.ts';
import { cardQuery } from './words/query.ts';

const CITIES = ['san-antonio-tx', 'boerne-tx', 'austin-tx', 'el-paso-tx', ''];
const table = { placeValue: (row: number) => CITIES[row] ?? '' };
const rows = CITIES.map((_, row) => row);
const only =
  (...found: number[]) =>
  (row: number) =>
    found.includes(row);

function nearest(search: Partial<typeof EMPTY_SEARCH>, words: ((row: number) => boolean)[] = []) {
  const query = cardQuery(ARTIST_LISTS, { ...EMPTY_SEARCH, ...search }, undefined);
  const tests = { city: only(), style: only(2, 3), medium: only() };
  const filters = new Map(
    Object.entries(tests).filter(([key]) => query.filters[key]) as [string, () => boolean][],
  );
  return nearestRows(query, { rows, words, filters }, table);
}

it('orders by how near a city is, and leaves out what is too far', () => {
  expect(nearest({ city: 'leon-valley-tx' })).toEqual([0, 1, 2]);
});

it('wants something of what was asked for beside a city, and prefers more of it', () => {
  expect(nearest({ city: 'leon-valley-tx', style: 'fresco' })).toEqual([2]);
  expect(nearest({ q: 'vega', style: 'fresco' }, [only(1, 3)])).toEqual([3, 1, 2]);
});

it('keeps the order of the list among equals', () => {
  expect(nearest({ style: 'fresco', medium: 'tile' })).toEqual([2, 3]);
});

it('has nothing where no row has anything of it, or the city is unknown', () => {
  expect(nearest({ q: 'nobody' }, [only()])).toEqual([]);
  expect(nearest({ city: 'gotham-zz' })).toEqual([]);
});
