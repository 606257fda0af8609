import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import type { ListedArtist } from '#features/artists/artist.ts';
import { cardFiles } from '#site/card-files.ts';
import { FILTER_COLUMNS } from '#site/directory/shown-columns.ts';
import { filterMenus } from '#site/facets.ts';
import { allPictures, anArtist, directoryOf } from '#tests/support/directory-rows.ts';
import { ARTIST_CARDS } from './search/artist-cards.ts';
import {
  ARTIST_LISTS,
  type FilterKey,
  searchFromParams,
  searchToParams,
} from './search/artist-search.ts';
import { openCards } from './search/card-files.ts';
import { FilterBar } from './search/FilterBar.tsx';
import type { Filter } from './search/filters.ts';
import { cardQuery, isFiltered } from './search/words/query.ts';

/** One more entry in the table of filters, and nothing else: artists by how long they have painted. */
vi.mock('./search/filters.ts', async (original) => {
  const filters = await original<typeof import('./search/filters.ts')>();
  const years: Filter = {
    label: 'Experience',
    all: 'Any experience',
    columns: ['years_experience'],
    valuesOf: ({ years_experience: years }: ListedArtist) =>
      years === null ? [] : [{ value: years < 10 ? 'new' : 'Seasoned', label: 'by years' }],
    menuLabel: ({ value }) => (value === 'new' ? 'Under 10 years' : '10 years and more'),
  };
  return { ...filters, FILTERS: { ...filters.FILTERS, years } };
});
afterEach(() => vi.unstubAllGlobals());

const YEARS = [3, 25, null, 10, 9, 40];
const artists = YEARS.map((years_experience, n) =>
  anArtist(n, { years_experience, styles: n === 5 ? ['Nature'] : ['Abstract'] }),
);
const directory = directoryOf({ artists });

/** The slugs that an address finds through the file of cards. */
async function found(address: string, limits?: { single: number; pictures: number }) {
  const made = cardFiles('artists', { directory, media: allPictures }, limits);
  let step = made.next();
  while (!step.done) step = made.next();
  const files = step.value;
  vi.stubGlobal('fetch', async (path: string) => new Response(files.get(path.slice(1))));
  const query = cardQuery(ARTIST_LISTS, searchFromParams(new URLSearchParams(address)), undefined);
  const table = await (await openCards(ARTIST_CARDS)).table('');
  return table.find(query, []).map((row) => table.card(row).slug);
}

it('is found by through the address and the file of cards', async () => {
  expect(await found('years=new')).toEqual(['artist-0', 'artist-4']);
  const seasoned = ['artist-1', 'artist-3', 'artist-5'];
  expect(await found('years=seasoned')).toEqual(seasoned);
  expect(await found('years=Seasoned', { single: 1, pictures: 1 })).toEqual(seasoned);
  expect(await found('years=seasoned&style=nature')).toEqual(['artist-5']);
  expect(await found('years=never')).toEqual([]);
  expect(await found('')).toHaveLength(YEARS.length);
});

it('lives in the address, and narrows the list', () => {
  const search = searchFromParams(new URLSearchParams('years=new&sort=name'));
  expect(searchToParams(search).toString()).toBe('years=new&sort=name');
  expect(isFiltered(ARTIST_LISTS, search)).toBe(true);
});

it('has a menu, on pages of cities too, and pages follow what it looks at', () => {
  const offered = [
    { value: 'new', label: 'Under 10 years' },
    { value: 'Seasoned', label: '10 years and more' },
  ];
  const key = 'years' as FilterKey;
  const menus = filterMenus(directory, { inCity: true });
  expect(menus[key]).toHaveLength(2);
  expect(menus[key]).toEqual(expect.arrayContaining(offered));
  const bar = renderToStaticMarkup(
    createElement(FilterBar, {
      rules: ARTIST_LISTS,
      path: '/artists',
      label: 'Filter artists',
      hint: 'Name…',
      search: searchFromParams(new URLSearchParams('years=SEASONED')),
      menus,
      sorts: ['featured'],
      onChange: () => {},
      onType: () => {},
      onClear: () => {},
    }),
  );
  const labels = [...bar.matchAll(/<label[^>]*>([^<]+)/g)].map(([, label]) => label);
  expect(labels).toEqual(['Search', 'Style', 'Medium', 'Experience', 'Sort']);
  expect(bar).toContain('<option value="Seasoned" selected="">10 years and more</option>');
  expect(bar).toContain('<option value="">Any experience</option>');
  expect(FILTER_COLUMNS).toContain('years_experience');
});
