import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '#config/paths.ts';
import {
  CITY_PAGE_SORTS,
  COMPARATORS,
  caption,
  EMPTY_SEARCH,
  SORTS,
  type Sort,
  searchFromParams,
  searchToParams,
} from './artist-search.ts';

const read = (query: string) => searchFromParams(new URLSearchParams(query));

it.each([
  ['style=&style=abstract', 'style=abstract'],
  ['style=%20Pop%20&style=Op', 'style=Pop'],
  ['style=%20&q=%20&city=', ''],
  ['q=+wall+&page=2&page=3', 'q=wall&page=2'],
  ['style[]=x&utm_source=ig&fbclid=y&Style=x', ''],
])('%s says %j', (typed, address) => {
  expect(searchToParams(read(typed)).toString()).toBe(address);
});

describe('list state in the URL', () => {
  it.each([
    ...['Pop!', 'Anamorphic (3D)', '100%', '100%25', '%', 'A & B', 'C++', '#1', 'Ink...', 'a=b'],
    ...[
      '"Big", bold',
      "Artist's own",
      'Señas',
      'Sen\u0303as',
      '🎨',
      '?',
      'x;y',
      '<b>',
      'amp;',
      '\\',
    ],
  ])('keeps a style of an artist’s own as it is: %s', (style) => {
    const { search } = new URL(paths.artistsByStyle(style), 'https://muro.example');
    expect(read(search).style).toBe(style);
    expect(read(searchToParams(read(search)).toString()).style).toBe(style);
  });

  it('offers the specification’s sorts', () => {
    expect(Object.values(SORTS)).toEqual(['Featured First', 'Name A-Z', 'City A-Z', 'Newest']);
    expect(CITY_PAGE_SORTS.map((sort) => SORTS[sort])).toEqual([
      'Featured First',
      'Name A-Z',
      'Newest',
    ]);
  });

  it.each([
    ['', EMPTY_SEARCH],
    ['style=Abstract', { ...EMPTY_SEARCH, style: 'Abstract' }],
    ['q=%20murals%20&page=3&sort=city', { ...EMPTY_SEARCH, q: 'murals', page: 3, sort: 'city' }],
    ['sort=constructor&page=0', EMPTY_SEARCH],
    ['page=99999999999999999999', EMPTY_SEARCH],
  ])('%j', (query, state) => {
    expect(read(query)).toEqual(state);
  });

  it('reads back what it wrote', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((typed) => typed.trim());
    fc.assert(
      fc.property(
        fc.record({
          q: text,
          city: text,
          style: text,
          medium: text,
          sort: fc.constantFrom(...(Object.keys(SORTS) as Sort[])),
          page: fc.integer({ min: 1, max: 9999 }),
        }),
        (state) => {
          expect(read(searchToParams(state).toString())).toEqual(state);
        },
      ),
    );
  });
});

const artist = fc.record({
  id: fc.uuid(),
  name: fc.constantFrom('Ana', 'ana', 'Ángel', 'Bo'),
  city: fc.constantFrom(null, '', 'Austin', 'Boerne', 'Kerrville'),
  featured: fc.boolean(),
  average_rating: fc.constantFrom(0, 4.5, 5),
  created_at: fc.constantFrom('2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00.5+00:00'),
});

describe.each(Object.keys(SORTS) as Sort[])('sort %s', (sort) => {
  const compare = COMPARATORS[sort];
  it('is a total order: antisymmetric, transitive, equal only to itself', () => {
    fc.assert(
      fc.property(artist, artist, artist, (a, b, c) => {
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
        expect(compare(a, a)).toBe(0);
        if (a.id !== b.id) expect(compare(a, b)).not.toBe(0);
        if (compare(a, b) < 0 && compare(b, c) < 0) expect(compare(a, c)).toBeLessThan(0);
      }),
    );
  });
});

describe('what the sorts mean', () => {
  const row = (id: string, over: object) => ({
    id,
    name: 'M',
    city: 'Austin' as string | null,
    featured: false,
    average_rating: 0,
    created_at: '2026-01-01T00:00:00+00:00',
    ...over,
  });
  const order = (sort: Sort, rows: ReturnType<typeof row>[]) =>
    [...rows].sort(COMPARATORS[sort]).map(({ id }) => id);

  it('puts featured first, then the better rated, then by name', () => {
    const rows = [
      row('plain', { average_rating: 5 }),
      row('low', { featured: true, average_rating: 3 }),
      row('z', { featured: true, average_rating: 4, name: 'Z' }),
      row('a', { featured: true, average_rating: 4, name: 'A' }),
    ];
    expect(order('featured', rows)).toEqual(['a', 'z', 'low', 'plain']);
  });

  it('sorts names without regard to case or accents', () => {
    const rows = [
      row('b', { name: 'Bo' }),
      row('a2', { name: 'Ángel' }),
      row('a1', { name: 'ana' }),
    ];
    expect(order('name', rows)).toEqual(['a1', 'a2', 'b']);
  });

  it('puts artists without a city last', () => {
    const rows = [row('none', { city: null }), row('k', { city: 'Kerrville' }), row('a', {})];
    expect(order('city', rows)).toEqual(['a', 'k', 'none']);
  });

  it('puts the newest first, fractions of a second included', () => {
    const rows = [row('old', {}), row('new', { created_at: '2026-01-01T00:00:00.123+00:00' })];
    expect(order('newest', rows)).toEqual(['new', 'old']);
  });
});

describe('caption', () => {
  it.each([
    [1, 0, 'Showing 0-0 of 0 artists'],
    [1, 1, 'Showing 1-1 of 1 artists'],
    [1, 12, 'Showing 1-12 of 12 artists'],
    [2, 13, 'Showing 13-13 of 13 artists'],
    [2, 30, 'Showing 13-24 of 30 artists'],
    [3, 30, 'Showing 25-30 of 30 artists'],
  ])('page %i of %i', (page, total, text) => expect(caption(page, total)).toBe(text));
});
