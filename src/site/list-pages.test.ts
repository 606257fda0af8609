import { expect, it } from 'vitest';
import type { Artist } from '#domain/artist.ts';
import type { Catalog } from './catalog.ts';
import { listPages, pageOf, restsOf } from './list-pages.ts';

const artists = Array.from({ length: 30 }, (_, i) => ({
  id: String(i).padStart(2, '0'),
  name: `Artist ${i}`,
  city_slug: i < 13 ? 'austin-tx' : i < 25 ? 'marfa-tx' : null,
  featured: i === 29,
  created_at: '2024-01-01T00:00:00Z',
}));
const catalog = { allArtists: async () => artists as unknown as Artist[] } as Catalog;

it('divides every list that has more than one page, in the order of its first', async () => {
  const pages = await listPages(catalog);
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
  const later = [...pages.values()].flatMap((page) => page.artists.map(({ id }) => id));
  expect(later).not.toContain('29');
});

it('names the rest of a route', async () => {
  expect(await restsOf(catalog, '/artists')).toEqual([undefined, 'page/2', 'page/3']);
  expect(await restsOf(catalog, '/mural-artists/marfa-tx')).toEqual([undefined]);
  expect([undefined, 'page/2', 'page/12'].map(pageOf)).toEqual([1, 2, 12]);
  for (const rest of ['', 'page', 'page/1', 'page/0', 'page/02', 'page/2/3', 'x/2', 'page/1e9'])
    expect(pageOf(rest), rest).toBeNull();
});
