import { expect, it } from 'vitest';
import { aMural, anArtist, directoryOf } from '#tests/support/directory-rows.ts';
import {
  listPage,
  listPages,
  muralListPage,
  muralListPages,
  pageOf,
  restsOf,
} from './list-pages.ts';

const artists = Array.from({ length: 30 }, (_, i) =>
  anArtist(i, {
    city_slug: i < 13 ? 'austin-tx' : i < 25 ? 'marfa-tx' : null,
    featured: i === 29,
  }),
);
const directory = directoryOf({ artists });

it('divides every list that has more than one page, in the order of its first', () => {
  const pages = new Map(Array.from(listPages(directory), (page) => [page.route, page]));
  expect([...pages.keys()]).toEqual([
    '/artists/page/2',
    '/artists/page/3',
    '/mural-artists/austin-tx/page/2',
  ]);
  expect(pages.get('/artists/page/2')).toMatchObject({ total: 30 });
  expect(pages.get('/artists/page/2')?.artists).toHaveLength(12);
  expect(pages.get('/artists/page/3')?.artists).toHaveLength(6);
  expect(pages.get('/mural-artists/austin-tx/page/2')?.artists).toHaveLength(1);
  // The featured one is on the first page.
  const later = [...pages.values()].flatMap((page) => page.artists.map(({ slug }) => slug));
  expect(later).not.toContain('artist-29');
});

it('has no page before the first, nor after the last', () => {
  expect([0, 4].map((page) => listPage(directory, page))).toEqual([null, null]);
  expect(listPage(directoryOf({}), 1)).toEqual({ route: '/artists', artists: [], total: 0 });
  expect(listPage(directory, 2, 'waco-tx')).toBeNull();
});

it('divides the list of murals, newest first and with who painted them', () => {
  const murals = Array.from({ length: 26 }, (_, i) =>
    aMural(i, { artist_id: i === 3 ? artists[0]?.id : null, created_at: `2026-01-${10 + i}` }),
  );
  const walls = directoryOf({ artists, murals });
  const pages = Array.from(muralListPages(walls), ({ route, murals: shown, total }) => [
    route,
    shown.length,
    total,
  ]);
  expect(pages).toEqual([
    ['/murals/page/2', 12, 26],
    ['/murals/page/3', 2, 26],
  ]);
  const [second] = muralListPage(walls, 2)?.murals ?? [];
  expect(second?.mural.slug).toBe('mural-13');
  const painted = muralListPage(walls, 2)?.murals.find(({ mural }) => mural.slug === 'mural-3');
  expect(painted?.painter?.name).toBe('Artist 0');
  expect(muralListPage(walls, 3)?.murals).toHaveLength(2);
});

it('names the rest of a route', () => {
  expect(restsOf(directory.allArtists())).toEqual([undefined, 'page/2', 'page/3']);
  expect(restsOf(directory.allArtists('marfa-tx'))).toEqual([undefined]);
  expect([undefined, 'page/2', 'page/12'].map(pageOf)).toEqual([1, 2, 12]);
  for (const rest of ['', 'page', 'page/1', 'page/0', 'page/02', 'page/2/3', 'x/2', 'page/1e9'])
    expect(pageOf(rest), rest).toBeNull();
});
