import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCity, aFacet, aMural, anArtist, id } from '#tests/support/directory-rows.ts';
import { cityPage, citySlugs, mergeFacets } from './catalog.ts';
import { snapshotOf } from './snapshot.ts';

const none = { artists: [], murals: [], cities: [], facets: [] };

describe('facets', () => {
  it('that differ in case are one, under the spelling of most artists, sorted by label', () => {
    const facets = [
      aFacet('style', 'nature'),
      aFacet('style', 'Nature', 4),
      aFacet('style', 'Abstract'),
    ];
    expect(mergeFacets(facets).map((f) => [f.label, f.artist_count])).toEqual([
      ['Abstract', 1],
      ['Nature', 5],
    ]);
  });

  it('give the same list in whatever order the database sends them', () => {
    const labels = fc.constantFrom('a', 'A', 'b', 'B', 'ñ', 'Ñ', 'c');
    const facet = fc.tuple(labels, fc.integer({ min: 1, max: 3 }));
    fc.assert(
      fc.property(fc.uniqueArray(facet, { selector: ([label]) => label }), (rows) => {
        const facets = rows.map(([label, count]) => aFacet('style', label, count));
        expect(mergeFacets(facets.toReversed())).toEqual(mergeFacets(facets));
      }),
    );
  });
});

describe('a city page', () => {
  const facet = aFacet('city', 'san antonio', 3, 'san-antonio-tx');

  it.each([
    ['the table', aCity(1, { city_name: 'San Antonio' }), facet, 'San Antonio'],
    ['its artists', null, facet, 'San Antonio'],
  ])('is named by %s', (_, city, found, name) => {
    expect(cityPage('san-antonio-tx', city, found, [])).toMatchObject({
      name,
      state: 'TX',
      total: 3,
    });
  });

  it('exists for a city of the table that has no artists, and for no other', () => {
    expect(cityPage('city-1-tx', aCity(1), null, [])).toMatchObject({ name: 'City 1', total: 0 });
    expect(cityPage('waco-tx', null, null, [])).toBeNull();
  });

  it('is listed once, from the table and from the artists', () => {
    const slugs = citySlugs([aCity(1)], [facet, aFacet('city', 'City 1', 2, 'city-1-tx')]);
    expect(slugs).toEqual(['city-1-tx', 'san-antonio-tx']);
  });
});

describe('the snapshot', () => {
  const artists = [
    anArtist(3, { featured: true, average_rating: 4 }),
    anArtist(1, { average_rating: 5, city_slug: 'austin-tx' }),
    anArtist(2, { featured: true, average_rating: 4 }),
    anArtist(4),
  ];
  const murals = [
    aMural(11, { artist_id: id(2), created_at: '2026-01-01T00:00:00+00:00' }),
    aMural(12, { artist_id: id(2), created_at: '2026-02-01T00:00:00+00:00' }),
    aMural(13, { artist_id: id(99) }),
    aMural(14),
  ];
  const facets = [aFacet('city', 'San Antonio', 3, 'san-antonio-tx')];
  const catalog = snapshotOf({ ...none, artists, murals, facets });
  const names = (list: { slug: string }[]) => list.map((row) => row.slug);

  it('puts featured artists first, then the better rated, then the id', async () => {
    const { artists: listed, total } = await catalog.artistList();
    expect(names(listed)).toEqual(['artist-2', 'artist-3', 'artist-1', 'artist-4']);
    expect(total).toBe(4);
    expect(names(await catalog.featuredArtists())).toEqual(['artist-2', 'artist-3']);
  });

  it('lists a city in the same order', async () => {
    const page = await catalog.cityPage('san-antonio-tx');
    expect(names(page?.artists ?? [])).toEqual(['artist-2', 'artist-3', 'artist-4']);
  });

  it('gives murals newest first, and an artist only where it is public', async () => {
    expect(names(await catalog.muralsOf(id(2)))).toEqual(['mural-12', 'mural-11']);
    expect(names(await catalog.muralsIn('san-antonio-tx')).slice(0, 2)).toEqual([
      'mural-12',
      'mural-11',
    ]);
    expect(await catalog.muralsIn('austin-tx')).toEqual([]);
    expect(names(await catalog.recentMurals(2))).toEqual(['mural-12', 'mural-11']);
    expect((await catalog.mural('mural-11'))?.artist?.slug).toBe('artist-2');
    expect((await catalog.mural('mural-13'))?.artist).toBeNull();
  });

  it('answers null for what is not there', async () => {
    expect(await catalog.artist('nobody')).toBeNull();
    expect(await catalog.mural('nothing')).toBeNull();
    expect(await snapshotOf(none).cityPage('san-antonio-tx')).toBeNull();
  });
});
