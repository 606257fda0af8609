import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedArtist } from '#features/artists/artist.ts';
import type { City } from '#features/cities/city.ts';
import { RATES } from '#tests/support/cases/estimate-rates.ts';
import {
  aCity,
  aMural,
  anArtist,
  aRedirect,
  aReview,
  aRule,
  directoryOf,
  id,
} from '#tests/support/directory-rows.ts';
import { effort } from '#tests/support/effort.ts';
import { filterMenus } from '../facets.ts';
import { Directory } from './directory.ts';
import type { DirectoryChange } from './directory-change.ts';
import { differences } from './directory-differences.ts';

const withArtists = (artists: ListedArtist[]) => directoryOf({ artists });

describe('facets', () => {
  const labels = (artists: ListedArtist[]) =>
    withArtists(artists)
      .facets('style')
      .map((f) => [f.label, f.rows]);

  it('that differ in case are one, under the spelling of most artists, sorted by label', () => {
    const artists = ['nature', 'Nature', 'Nature', 'Abstract'].map((style, n) =>
      anArtist(n, { styles: [style] }),
    );
    expect(labels(artists)).toEqual([
      ['Abstract', 1],
      ['Nature', 3],
    ]);
  });

  it('give the same list in whatever order the artists came', () => {
    const style = fc.constantFrom('a', 'A', 'b', 'B', 'ñ', 'Ñ', 'c');
    fc.assert(
      fc.property(fc.array(style), (styles) => {
        const artists = styles.map((one, n) => anArtist(n, { styles: [one] }));
        expect(labels(artists.toReversed())).toEqual(labels(artists));
      }),
    );
  });

  it('name a city as most of its artists do', () => {
    const artists = ['austin', 'Austin', 'AUSTIN', 'AUSTIN'].map((city, n) =>
      anArtist(n, { city, city_slug: 'austin-tx' }),
    );
    expect(withArtists(artists).facets('city')).toMatchObject([
      { value: 'austin-tx', label: 'AUSTIN', rows: 4 },
    ]);
    expect(filterMenus(withArtists(artists)).city).toEqual([
      { value: 'austin-tx', label: 'AUSTIN, TX' },
    ]);
    expect(filterMenus(withArtists(artists), { inCity: true })).toEqual({ style: [], medium: [] });
  });
});

describe('a city page', () => {
  const artists = [1, 2, 3].map((n) => anArtist(n, { city: 'san antonio' }));

  it('is named by the table, else by its artists', () => {
    const city = aCity(1, { city_name: 'San Antonio, old town', slug: 'san-antonio-tx' });
    const page = (cities: (typeof city)[]) =>
      directoryOf({ artists, cities }).cityPage('san-antonio-tx');
    expect(page([city])).toMatchObject({ name: 'San Antonio, old town', state: 'TX', total: 3 });
    expect(page([])).toMatchObject({ name: 'San Antonio', state: 'TX', total: 3, city: null });
  });

  it('is listed once, from the table and from the artists', () => {
    const cities = [aCity(1), aCity(2, { slug: 'san-antonio-tx' })];
    const directory = directoryOf({ artists, cities });
    expect(directory.citySlugs()).toEqual(['city-1-tx', 'san-antonio-tx']);
  });
});

describe('the directory', () => {
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
  const directory = directoryOf({ artists, murals });
  const slugs = (list: readonly { slug: string }[]) => list.map((row) => row.slug);

  it('puts featured artists first, then the better rated, then the id', () => {
    expect(slugs(directory.allArtists())).toEqual(['artist-2', 'artist-3', 'artist-1', 'artist-4']);
    expect(slugs(directory.featuredArtists())).toEqual(['artist-2', 'artist-3']);
  });

  it('gives an artist’s murals in the order of the artist, the newest of one place first', () => {
    const own = [3, 1, 2, 4].map((n) =>
      aMural(n, {
        artist_id: id(9),
        position: n < 3 ? 0 : 9 - n,
        created_at: `2026-01-0${n}T00:00:00+00:00`,
      }),
    );
    const ordered = directoryOf({ murals: own });
    expect(slugs(ordered.muralsOf(id(9)))).toEqual(['mural-2', 'mural-1', 'mural-4', 'mural-3']);
  });

  it('leads from where a mural was to where it is, while it is public and nothing else is there', () => {
    const moved = directoryOf({
      murals: [aMural(1), aMural(2)],
      mural_redirects: [aRedirect(5, 1), aRedirect(6, 7, 'lost'), aRedirect(8, 1, 'mural-2')],
    });
    expect(['old-5', 'lost', 'mural-2', 'mural-1'].map((slug) => moved.movedMural(slug))).toEqual([
      'mural-1',
      null,
      null,
      null,
    ]);
    expect(moved.movedMuralSlugs()).toEqual(['old-5']);
  });

  it('gives murals newest first, and an artist only where it is public', () => {
    expect(slugs(directory.muralsOf(id(2)))).toEqual(['mural-12', 'mural-11']);
    expect(slugs(directory.muralsIn('san-antonio-tx')).slice(0, 2)).toEqual([
      'mural-12',
      'mural-11',
    ]);
    expect(directory.muralsIn('austin-tx')).toEqual([]);
    expect(slugs(directory.recentMurals())).toEqual(['mural-12', 'mural-11', 'mural-13']);
    expect(directory.mural('mural-11')?.artist?.slug).toBe('artist-2');
    expect(directory.mural('mural-13')?.artist).toBeNull();
  });
});

describe('a directory that changes', () => {
  const places = [
    ['Austin', 'austin-tx'],
    ['AUSTIN', 'austin-tx'],
    ['Boerne', 'boerne-tx'],
    [null, null],
  ] as const;
  const row = fc.record({
    n: fc.integer({ min: 1, max: 8 }),
    gone: fc.boolean(),
    slug: fc.integer({ min: 1, max: 10 }),
    place: fc.constantFrom(...places),
    styles: fc.subarray(['Nature', 'nature', 'Pop Art', 'pop-art']),
    featured: fc.boolean(),
    owner: fc.integer({ min: 1, max: 8 }),
    created: fc.constantFrom('2026-01-01T00:00:00+00:00', '2026-02-01T00:00:00.5+00:00'),
  });
  type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

  const now = ({ n, slug, place: [city, city_slug], styles, featured, created }: Row) => ({
    slug: `row-${n}-${slug}`,
    city,
    city_slug,
    styles,
    featured,
    created_at: created,
  });
  const redirectOf = ({ n, owner, slug }: Row) => aRedirect(n, owner, `row-${owner}-${slug}`);
  const changeOf = (table: DirectoryChange['table'], of: Row, rows: Map<string, unknown>) => {
    const rowId = id(of.n);
    const old = rows.get(rowId) ?? null;
    const make = {
      artists: () => anArtist(of.n, now(of)),
      murals: () => aMural(of.n, { ...now(of), artist_id: id(of.owner) }),
      cities: () => aCity(of.n, { city_name: `C${of.slug}`, slug: `c-${of.n}-tx` }),
      reviews: () => aReview(of.n, { artist_id: id(of.owner), created_at: of.created }),
      mural_redirects: () => redirectOf(of),
      estimate_rates: () => ({ ...RATES, id: rowId, lift_above: 1 + of.n }),
      city_rules: () => aRule(of.n, { city_slug: `c-${of.owner}-tx`, title: `Rule ${of.slug}` }),
    }[table];
    const made = of.gone ? null : make();
    if (made) rows.set(rowId, made);
    else rows.delete(rowId);
    return { id: 1, table, rowId, old, new: made, deleted: !made } as DirectoryChange;
  };
  const answers = (directory: Directory) => ({
    lists: [directory.muralsToChoose(), directory.featuredArtists(), directory.recentMurals()],
    all: [directory.allArtists(), directory.allMurals(), directory.cities()],
    facets: (['style', 'medium', 'city'] as const).map((kind) => directory.facets(kind)),
    labels: [...directory.styleLabels()],
    artists: [...directory.artistSlugs()].sort().map((slug) => directory.artist(slug)),
    murals: [...directory.muralSlugs()].sort().map((slug) => directory.mural(slug)),
    moved: [
      directory
        .movedMuralSlugs()
        .sort()
        .map((slug) => [slug, directory.movedMural(slug)]),
      Array.from({ length: 8 }, (_, n) => directory.oldSlugsOf(id(n + 1))),
    ],
    cities: directory
      .citySlugs()
      .map((slug) => [directory.cityPage(slug), directory.muralsIn(slug)]),
    pairs: directory.cityStyles(),
    styles: ['austin-tx', 'boerne-tx']
      .flatMap((of) => directory.cityStyles(of))
      .map(({ city, style }) => {
        const murals = directory.allMuralsIn(city, style);
        return [directory.cityStylePage(city, style), murals];
      }),
    ofArtists: Array.from({ length: 8 }, (_, n) => directory.muralsOf(id(n + 1))),
    reviews: Array.from({ length: 8 }, (_, n) => directory.reviewsOf(id(n + 1))),
    reviewed: directory
      .reviewedSlugs()
      .sort()
      .map((slug) => directory.reviewsPage(slug)),
    permits: directory.permitSlugs().map((slug) => directory.permits(slug)),
  });

  it('answers as one that is read anew, whatever changes came', { tags: 'effort' }, () => {
    const table = fc.constantFrom(
      'artists',
      'murals',
      'cities',
      'reviews',
      'mural_redirects',
      'estimate_rates',
      'city_rules' as const,
    );
    const changes = fc.array(fc.tuple(table, row), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(changes, (some) => {
        const rows = {
          artists: new Map(),
          murals: new Map(),
          cities: new Map(),
          reviews: new Map(),
          mural_redirects: new Map<string, ReturnType<typeof aRedirect>>(),
          estimate_rates: new Map(),
          city_rules: new Map(),
        };
        const directory = directoryOf({});
        // The database gives an address to one row.
        const isTaken = (of: Row) =>
          [...rows.mural_redirects.values()].some(
            (row) => row.id !== id(of.n) && row.slug === redirectOf(of).slug,
          );
        for (const [of, values] of some) {
          if (of === 'mural_redirects' && isTaken(values)) continue;
          directory.apply([changeOf(of as 'artists', values, rows[of as 'artists'])]);
        }
        const fresh = {
          artists: [...rows.artists.values()],
          murals: [...rows.murals.values()],
          cities: [...rows.cities.values()],
          reviews: [...rows.reviews.values()],
          mural_redirects: [...rows.mural_redirects.values()],
          estimate_rates: [...rows.estimate_rates.values()],
          city_rules: [...rows.city_rules.values()],
        };
        expect(answers(directory)).toEqual(answers(new Directory(fresh)));
        expect(differences(directory, fresh)).toEqual([]);
      }),
      { numRuns: effort(50) },
    );
  });

  it('tells what it would take to have other rows', () => {
    const directory = directoryOf({ artists: [anArtist(1), anArtist(2)], cities: [aCity(5)] });
    const after = directoryOf({ artists: [anArtist(2, { bio: 'New' }), anArtist(3)] }).rows();
    const changes = differences(directory, after);
    expect(
      changes.map(({ table, rowId, new: row }) => [table, rowId, row && 'slug' in row && row.slug]),
    ).toEqual([
      ['artists', id(1), null],
      ['artists', id(2), 'artist-2'],
      ['artists', id(3), 'artist-3'],
      ['cities', id(5), null],
    ]);
    directory.apply(changes);
    expect(differences(directory, after)).toEqual([]);
  });

  it('keeps both rows that trade their addresses', () => {
    const [ana, bea] = [anArtist(1, { slug: 'ana' }), anArtist(2, { slug: 'bea' })];
    const directory = withArtists([ana, bea]);
    const trade = (old: ListedArtist, slug: string): DirectoryChange => ({
      id: 1,
      table: 'artists',
      rowId: old.id,
      old,
      new: { ...old, slug },
      deleted: false,
    });
    directory.apply([trade(ana, 'bea'), trade(bea, 'ana')]);
    expect([directory.artist('ana')?.id, directory.artist('bea')?.id]).toEqual([id(2), id(1)]);
  });

  it('lets go of a row whose address another one has by now', () => {
    const austin = { city_name: 'Austin', slug: 'austin-tx' };
    const directory = directoryOf({
      murals: [aMural(7)],
      cities: [aCity(1, austin), aCity(2, austin)],
      mural_redirects: [aRedirect(1, 7, 'creek'), aRedirect(2, 7, 'creek')],
    });
    const gone = { id: 1, rowId: id(1), new: null, deleted: true };
    directory.apply([
      { ...gone, table: 'mural_redirects', old: aRedirect(1, 7, 'creek') },
      { ...gone, table: 'cities', old: aCity(1, austin) },
    ]);
    expect(directory.oldSlugsOf(id(7))).toEqual(['creek']);
    expect(directory.movedMural('creek')).toBe('mural-7');
    expect(directory.cities().map((city) => city.id)).toEqual([id(2)]);
  });
});

describe('places', () => {
  const austin = aCity(1, { city_name: 'Austin', state: 'TX', slug: 'austin-tx' });
  const written = { city: 'austin', state: 'tx', city_slug: 'austin-tx' };
  const directory = () =>
    directoryOf({
      artists: [anArtist(1, written), anArtist(2, { city: 'marfa', city_slug: 'marfa-tx' })],
      murals: [aMural(3, written)],
      cities: [austin],
    });
  const places = (of: Directory) =>
    [...of.artistsInOrder('name'), ...of.allMurals()].map(({ city, state }) => `${city}, ${state}`);
  const change = (now: City | null) => ({
    id: 1,
    table: 'cities' as const,
    rowId: austin.id,
    old: austin,
    new: now,
    deleted: !now,
  });

  it('are written as the table of cities writes them', () => {
    expect(places(directory())).toEqual(['Austin, TX', 'marfa, TX', 'Austin, TX']);
    expect(
      directory()
        .facets('city')
        .map(({ label }) => label),
    ).toEqual(['Austin', 'Marfa']);
  });

  it('follow the table, and are as they were written without it', () => {
    const one = directory();
    one.apply([change({ ...austin, city_name: 'ATX' })]);
    expect(places(one)).toEqual(['ATX, TX', 'marfa, TX', 'ATX, TX']);
    expect(one.allArtists('austin-tx')).toHaveLength(1);
    one.apply([change(null)]);
    expect(places(one)).toEqual(['austin, tx', 'marfa, TX', 'austin, tx']);
  });
});
