import { beforeEach, describe, expect, it } from 'vitest';
import { RATES } from '#tests/support/cases/estimate-rates.ts';
import {
  aCity,
  aMural,
  anArtist,
  aRedirect,
  aReview,
  aRule,
} from '#tests/support/directory-rows.ts';
import { applyChanges, possibleRoutes } from './affected-routes.ts';
import { Directory } from './directory/directory.ts';
import type { DirectoryChange, DirectoryRows } from './directory/directory-change.ts';

const AUSTIN = { city: 'Austin', city_slug: 'austin-tx' };
const BOERNE = { city: 'Boerne', city_slug: 'boerne-tx' };
const ana = anArtist(1, { slug: 'ana', name: 'Ana', styles: ['Abstract'], ...AUSTIN });
const bea = anArtist(2, { slug: 'bea', name: 'Bea', styles: ['Abstract'], ...AUSTIN });
const river = aMural(11, { slug: 'river', artist_id: ana.id, ...AUSTIN });
const kind = aReview(31, { artist_id: ana.id });
const austin = aCity(21, { slug: 'austin-tx', city_name: 'Austin' });
const dallas = aCity(22, { slug: 'dallas-tx', city_name: 'Dallas' });

let rows: DirectoryRows;
let directory: Directory;
beforeEach(() => {
  rows = {
    artists: [ana, bea],
    murals: [river],
    cities: [austin, dallas],
    reviews: [kind],
    mural_redirects: [],
    estimate_rates: [],
    city_rules: [],
  };
  directory = new Directory(rows);
});

type Row = { id: string; [column: string]: unknown };
let changes = 0;
function change(table: DirectoryChange['table'], old: Row | null, now: Row | null) {
  const rowId = (now ?? old)?.id;
  return { id: ++changes, table, rowId, old, new: now, deleted: !now } as DirectoryChange;
}

/** All routes that show one change, sorted. */
function routesOf(...parameters: Parameters<typeof change>): string[] {
  const { byChange } = applyChanges(directory, [change(...parameters)]);
  return [...byChange.values()].flatMap((routes) => [...routes]).sort();
}
const affected = (...parameters: Parameters<typeof change>) =>
  applyChanges(directory, [change(...parameters)]);

const LISTED = ['/artists', '/mural-artists/austin-tx', '/mural-artists/austin-tx/abstract'];
const PAINTED = ['/mural/river', '/murals', '/quote'];
const OF_ANA = ['/artist/ana', '/artist/ana/reviews'];
const ALL_OF_ANA = [...OF_ANA, ...LISTED, ...PAINTED];
const rule = aRule(51);
const creek = aRedirect(41, 11, 'creek');
const dearer = { ...RATES, lift_above: 10 };

/** A change, and the pages that show it: no others. */
it.each<[string, DirectoryChange['table'], Row | null, Row | null, string[]]>([
  ['an artist with another biography', 'artists', ana, { ...ana, bio: 'Other' }, ['/artist/ana']],
  ['one with another name', 'artists', ana, { ...ana, name: 'Anna' }, ALL_OF_ANA],
  [
    'one who moves, and to another address',
    'artists',
    ana,
    { ...ana, slug: 'ana-2', ...BOERNE },
    [
      ...ALL_OF_ANA,
      ...['/artist/ana-2', '/artist/ana-2/reviews'],
      ...['/mural-artists/boerne-tx', '/mural-artists/boerne-tx/abstract'],
    ],
  ],
  ['one who goes', 'artists', ana, null, ALL_OF_ANA],
  ['one who was private, and is deleted', 'artists', null, null, []],
  ['a reply to a review', 'reviews', kind, { ...kind, reply: 'Thanks!' }, OF_ANA],
  ['the only review when it goes', 'reviews', kind, null, OF_ANA],
  ['a review of no artist', 'reviews', null, aReview(32, { artist_id: river.id }), []],
  [
    'a mural of another artist at another address',
    'murals',
    river,
    { ...river, slug: 'river-2', artist_id: bea.id },
    [
      ...['/', '/artist/ana', '/artist/bea', '/mural-artists/austin-tx', '/mural/river-2'],
      ...PAINTED,
    ],
  ],
  [
    'a mural by what lists are filtered by',
    'murals',
    river,
    { ...river, surface_type: 'metal' },
    ['/mural/river', '/murals'],
  ],
  ['its description', 'murals', river, { ...river, description: 'x' }, ['/mural/river']],
  ['an address that a mural had', 'mural_redirects', null, creek, ['/mural/creek']],
  ['an address of no mural', 'mural_redirects', null, aRedirect(42, 12), []],
  ['rates of estimates', 'estimate_rates', null, RATES, ['/cost', '/quote']],
  [
    'the first rule of a city',
    'city_rules',
    null,
    rule,
    ['/guides/permits/austin-tx', '/mural-artists/austin-tx'],
  ],
  ['a rule of no city', 'city_rules', null, aRule(52, { city_slug: 'boerne-tx' }), []],
  [
    'a city with another description',
    'cities',
    austin,
    { ...austin, description: 'Warm.' },
    ['/mural-artists/austin-tx', '/service-areas'],
  ],
  [
    'a city with another name',
    'cities',
    austin,
    { ...austin, city_name: 'Austin!' },
    [...['/', '/artist/bea', '/cost', '/mural-artists/dallas-tx', '/service-areas'], ...ALL_OF_ANA],
  ],
])('%s', (_, table, old, now, routes) => {
  expect(routesOf(table, old, now)).toEqual(routes.toSorted());
});

it('an address that leads nowhere any more shows there, the same rates nowhere', () => {
  routesOf('mural_redirects', null, creek);
  routesOf('estimate_rates', null, dearer);
  expect(routesOf('mural_redirects', creek, null)).toEqual(['/mural/creek']);
  expect(routesOf('estimate_rates', dearer, { ...dearer, updated_at: 'later' })).toEqual([]);
});

const LISTS = { cards: [], texts: [], listPages: false, routes: [] };
it.each<[string, DirectoryChange['table'], Row | null, Row | null, object]>([
  ['a biography', 'artists', ana, { ...ana, bio: 'Other' }, { texts: ['artists'] }],
  ['nobody', 'artists', null, null, {}],
  ['a reply', 'reviews', kind, { ...kind, reply: 'Thanks!' }, {}],
  ['a new review', 'reviews', null, aReview(32), { routes: ['/sitemap.xml'] }],
  [
    'a mural by what lists are filtered by',
    'murals',
    river,
    { ...river, surface_type: 'metal' },
    { cards: ['murals'], listPages: true },
  ],
  [
    'a description',
    'murals',
    river,
    { ...river, description: 'x' },
    { texts: ['murals'], routes: ['/rss.xml'] },
  ],
  ['dearer walls', 'estimate_rates', RATES, dearer, {}],
])('of all lists, %s changes these', (_, table, old, now, lists) => {
  expect(affected(table, old, now).listings).toEqual({ ...LISTS, ...lists });
});

it('an artist is in the sitemap with the day of the change', () => {
  const next = { ...ana, bio: 'x', updated_at: '2026-01-02T00:00:00+00:00' };
  expect(affected('artists', ana, next).listings.routes).toEqual(['/sitemap.xml']);
  const again = { ...next, bio: 'y', updated_at: '2026-01-02T09:00:00+00:00' };
  expect(affected('artists', next, again).listings.routes).toEqual([]);
});

it('what is too far down for a list, or not among the newest, does not show there', () => {
  const artists = Array.from({ length: 12 }, (_, n) =>
    anArtist(n + 30, { average_rating: 5, ...AUSTIN }),
  );
  const murals = Array.from({ length: 12 }, (_, n) => aMural(n + 60, { created_at: '2027-01-01' }));
  const reviews = [32, 33, 34].map((n) => aReview(n, { created_at: `2026-02-${n - 20}` }));
  directory = new Directory({
    ...rows,
    artists: [...rows.artists, ...artists],
    murals: [river, ...murals],
    reviews: [kind, ...reviews],
  });
  expect(routesOf('artists', bea, { ...bea, name: 'Beatriz' })).toEqual([
    '/artist/bea',
    '/mural-artists/austin-tx/abstract',
  ]);
  expect(routesOf('murals', river, { ...river, featured: true })).toEqual([
    '/mural/river',
    '/quote',
  ]);
  expect(routesOf('reviews', kind, { ...kind, reply: 'Thanks!' })).toEqual(['/artist/ana/reviews']);
});

it('an address that a mural had leads on to the next, and nowhere when the mural is gone', () => {
  directory = new Directory({ ...rows, mural_redirects: [creek] });
  const next = { ...river, slug: 'stream' };
  expect(routesOf('murals', river, next)).toEqual(
    expect.arrayContaining(['/mural/creek', '/mural/river', '/mural/stream']),
  );
  expect(directory.movedMural('creek')).toBe('stream');
  expect(routesOf('murals', next, null)).toContain('/mural/creek');
  expect(directory.movedMural('creek')).toBeNull();
});

describe('a rule', () => {
  it('leads on from where its city was', () => {
    applyChanges(directory, [change('city_rules', null, rule)]);
    const moved = { ...dallas, slug: 'fort-worth-tx', old_slugs: ['dallas-tx'] };
    applyChanges(directory, [
      change('cities', dallas, moved),
      change('city_rules', null, aRule(53, { city_slug: 'fort-worth-tx' })),
    ]);
    expect(directory.movedPermits('dallas-tx')).toBe('fort-worth-tx');
    expect(directory.movedPermits('austin-tx')).toBeNull();
    expect(directory.permitSlugs()).toEqual(['austin-tx', 'fort-worth-tx']);
  });
});

describe('many changes', () => {
  it('name the pages of each, those that all of them share as well', () => {
    const list = [
      change('artists', ana, { ...ana, name: 'Anna' }),
      change('artists', bea, { ...bea, bio: 'Other' }),
    ];
    const { own, byChange } = applyChanges(directory, list);
    expect([...own]).toEqual(['/artist/ana', '/artist/bea']);
    expect([...(byChange.get(list[1] as DirectoryChange) ?? [])]).toEqual(['/artist/bea']);
  });
});

it('a change that the directory has already may show on every page that names its row', () => {
  const now = { ...ana, name: 'Anna' };
  const one = change('artists', ana, now);
  applyChanges(directory, [one]);
  const { own, byChange, listings } = possibleRoutes(directory, [one]);
  expect([...own]).toEqual(['/artist/ana']);
  expect([...(byChange.get(one) ?? [])].sort()).toEqual(
    [...ALL_OF_ANA, '/', '/service-areas'].sort(),
  );
  expect(listings).toMatchObject({ texts: ['artists', 'murals'], listPages: true });
});
