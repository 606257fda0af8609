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
const boerne = aCity(23, { slug: 'boerne-tx', city_name: 'Boerne' });

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

it('an artist shows on the home page only as a featured one', () => {
  expect(routesOf('artists', ana, { ...ana, featured: true })).toContain('/');
});

describe('a style', () => {
  it('takes its page along with the last who painted it there', () => {
    const now = { ...ana, styles: ['Chicano Art', '壁画'] };
    const found = routesOf('artists', ana, now).filter((route) => route.split('/').length === 4);
    expect(found).toEqual([
      '/mural-artists/austin-tx/abstract',
      '/mural-artists/austin-tx/chicano-art',
    ]);
  });

  it('that is new is offered by the menus of all cities', () => {
    expect(routesOf('artists', ana, { ...ana, styles: ['Abstract', 'Nature'] })).toEqual(
      expect.arrayContaining(['/mural-artists/dallas-tx', '/', '/artists']),
    );
    const same = { ...bea, styles: ['Abstract', 'Nature'] };
    expect(routesOf('artists', bea, same)).not.toContain('/mural-artists/dallas-tx');
  });
});

it('an artist renames a city without a row, on all pages of its styles', () => {
  const one = anArtist(3, { styles: ['Nature'], ...BOERNE });
  const other = anArtist(4, { styles: ['Lettering'], city: 'Börne', city_slug: 'boerne-tx' });
  directory = new Directory({ ...rows, artists: [one, other] });
  expect(routesOf('artists', other, { ...other, city: 'Aoerne' })).toEqual(
    expect.arrayContaining(['/mural-artists/boerne-tx', '/mural-artists/boerne-tx/nature']),
  );
});

it('a mural shows in the city that it left and the one it came to', () => {
  expect(routesOf('murals', river, { ...river, ...BOERNE, city_slug: 'dallas-tx' })).toEqual(
    expect.arrayContaining(['/mural-artists/austin-tx', '/mural-artists/dallas-tx']),
  );
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
  it('that is another changes the guide alone, and the last one the city too', () => {
    routesOf('city_rules', null, rule);
    const other = { ...rule, body: 'Other' };
    expect(routesOf('city_rules', rule, other)).toEqual(['/guides/permits/austin-tx']);
    expect(routesOf('city_rules', other, null)).toHaveLength(2);
  });

  it('waits for its city, and goes with it', () => {
    routesOf('city_rules', null, aRule(52, { city_slug: 'boerne-tx' }));
    expect(routesOf('cities', null, boerne)).toContain('/guides/permits/boerne-tx');
    expect(routesOf('cities', boerne, null)).toContain('/guides/permits/boerne-tx');
  });

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

  it('that cancel each other out change no page', () => {
    const there = { ...ana, name: 'Anna' };
    const list = [change('artists', ana, there), change('artists', there, ana)];
    const { own, byChange } = applyChanges(directory, list);
    expect([own.size, ...[...byChange.values()].map((routes) => routes.size)]).toEqual([0, 0, 0]);
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

it('of many changes that the directory has already, one is for the pages of all cities', () => {
  const list = [
    change('murals', river, { ...river, title: 'x' }),
    change('artists', ana, { ...ana, bio: 'x' }),
    change('artists', bea, { ...bea, styles: ['Nature'] }),
    change('artists', ana, { ...ana, styles: ['Nature'] }),
  ];
  applyChanges(directory, list);
  const routes = [...possibleRoutes(directory, list).byChange.values()];
  expect(routes.map((some) => some.has('/mural-artists/dallas-tx'))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});
