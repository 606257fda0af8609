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

describe('a changed artist', () => {
  it('who writes another biography shows on the own page and in the search alone', () => {
    const { own, byChange, listings } = affected('artists', ana, { ...ana, bio: 'Other' });
    expect([...own]).toEqual(['/artist/ana']);
    expect([...byChange.values()].map((routes) => [...routes])).toEqual([['/artist/ana']]);
    expect(listings).toEqual({
      cards: [],
      texts: ['artists'],
      listPages: false,
      routes: [],
    });
  });

  it('is in the sitemap with the day of the change', () => {
    const next = { ...ana, bio: 'x', updated_at: '2026-01-02T00:00:00+00:00' };
    expect(affected('artists', ana, next).listings.routes).toEqual(['/sitemap.xml']);
    const again = { ...next, bio: 'y', updated_at: '2026-01-02T09:00:00+00:00' };
    expect(affected('artists', next, again).listings.routes).toEqual([]);
  });

  it('with another name shows on every list and mural that names it', () => {
    expect(routesOf('artists', ana, { ...ana, name: 'Anna' })).toEqual([
      '/artist/ana',
      '/artist/ana/reviews',
      '/artists',
      '/mural-artists/austin-tx',
      '/mural-artists/austin-tx/abstract',
      '/mural/river',
      '/murals',
      '/quote',
    ]);
  });

  it('does not show on lists that it is too far down for', () => {
    const others = Array.from({ length: 12 }, (_, n) =>
      anArtist(n + 30, { average_rating: 5, ...AUSTIN }),
    );
    directory = new Directory({ ...rows, artists: [...rows.artists, ...others] });
    expect(routesOf('artists', bea, { ...bea, name: 'Beatriz' })).toEqual([
      '/artist/bea',
      '/mural-artists/austin-tx/abstract',
    ]);
  });

  it('shows on the home page only as a featured one', () => {
    expect(routesOf('artists', ana, { ...ana, featured: true })).toContain('/');
  });

  it('leaves both addresses and both cities', () => {
    const moved = { ...ana, slug: 'ana-2', ...BOERNE };
    expect(routesOf('artists', ana, moved)).toEqual([
      '/artist/ana',
      '/artist/ana-2',
      '/artist/ana-2/reviews',
      '/artist/ana/reviews',
      '/artists',
      '/mural-artists/austin-tx',
      '/mural-artists/austin-tx/abstract',
      '/mural-artists/boerne-tx',
      '/mural-artists/boerne-tx/abstract',
      '/mural/river',
      '/murals',
      '/quote',
    ]);
  });

  it('takes the page of a style along who was the last to paint it there', () => {
    const now = { ...ana, styles: ['Chicano Art', '壁画'] };
    const found = routesOf('artists', ana, now).filter((route) => route.split('/').length === 4);
    expect(found).toEqual([
      '/mural-artists/austin-tx/abstract',
      '/mural-artists/austin-tx/chicano-art',
    ]);
  });

  it('brings a style that the menus of all cities offer', () => {
    expect(routesOf('artists', ana, { ...ana, styles: ['Abstract', 'Nature'] })).toEqual(
      expect.arrayContaining(['/mural-artists/dallas-tx', '/', '/artists']),
    );
    const same = { ...bea, styles: ['Abstract', 'Nature'] };
    expect(routesOf('artists', bea, same)).not.toContain('/mural-artists/dallas-tx');
  });

  it('renames a city without a row, on all pages of its styles', () => {
    const one = anArtist(3, { styles: ['Nature'], ...BOERNE });
    const other = anArtist(4, { styles: ['Lettering'], city: 'Börne', city_slug: 'boerne-tx' });
    directory = new Directory({ ...rows, artists: [one, other] });
    expect(routesOf('artists', other, { ...other, city: 'Aoerne' })).toEqual(
      expect.arrayContaining(['/mural-artists/boerne-tx', '/mural-artists/boerne-tx/nature']),
    );
  });

  it('disappears everywhere when it goes', () => {
    expect(routesOf('artists', ana, null)).toEqual([
      '/artist/ana',
      '/artist/ana/reviews',
      '/artists',
      '/mural-artists/austin-tx',
      '/mural-artists/austin-tx/abstract',
      '/mural/river',
      '/murals',
      '/quote',
    ]);
    expect(directory.artist('ana')).toBeNull();
  });

  it('who is private and deleted shows nowhere', () => {
    const { own, byChange, listings } = affected('artists', null, null);
    expect([own.size, [...byChange.values()].map((routes) => routes.size)]).toEqual([0, [0]]);
    expect(listings).toEqual({ cards: [], texts: [], listPages: false, routes: [] });
  });
});

describe('a changed review', () => {
  it('shows on the page of its artist and the page of reviews', () => {
    const { own, byChange, listings } = affected('reviews', kind, { ...kind, reply: 'Thanks!' });
    expect([...own]).toEqual(['/artist/ana', '/artist/ana/reviews']);
    expect([...byChange.values()].map((routes) => [...routes])).toEqual([
      ['/artist/ana', '/artist/ana/reviews'],
    ]);
    expect(listings).toEqual({ cards: [], texts: [], listPages: false, routes: [] });
  });

  it('takes the page of reviews along when it was the only one', () => {
    expect(routesOf('reviews', kind, null)).toEqual(['/artist/ana', '/artist/ana/reviews']);
    expect(directory.reviewsPage('ana')).toBeNull();
  });

  it('is in the sitemap', () => {
    expect(affected('reviews', null, aReview(32)).listings.routes).toEqual(['/sitemap.xml']);
  });

  it('which is not among the newest shows on the page of reviews alone', () => {
    const newer = [32, 33, 34].map((n) => aReview(n, { created_at: `2026-02-${n - 20}` }));
    directory = new Directory({ ...rows, reviews: [kind, ...newer] });
    expect(routesOf('reviews', kind, { ...kind, reply: 'Thanks!' })).toEqual([
      '/artist/ana/reviews',
    ]);
  });

  it('of an artist whom no page shows is nowhere', () => {
    expect(routesOf('reviews', null, aReview(32, { artist_id: river.id }))).toEqual([]);
  });
});

describe('a changed mural', () => {
  it('shows on its page, its city, its old and new artist and the home page', () => {
    const moved = { ...river, slug: 'river-2', artist_id: bea.id };
    expect(routesOf('murals', river, moved)).toEqual([
      '/',
      '/artist/ana',
      '/artist/bea',
      '/mural-artists/austin-tx',
      '/mural/river',
      '/mural/river-2',
      '/murals',
      '/quote',
    ]);
  });

  it('shows on the list of murals by what it is filtered by, and not at all when it is too far down', () => {
    const lists = { cards: ['murals'], texts: [], listPages: true };
    const painted = { ...river, surface_type: 'metal' };
    const { byChange, listings } = affected('murals', river, painted);
    expect([...byChange.values()].map((routes) => [...routes].sort())).toEqual([
      ['/mural/river', '/murals'],
    ]);
    expect(listings).toMatchObject(lists);
    const newer = Array.from({ length: 12 }, (_, n) =>
      aMural(n + 60, { created_at: '2027-01-01' }),
    );
    directory = new Directory({ ...rows, murals: [painted, ...newer] });
    expect(routesOf('murals', painted, { ...painted, featured: true })).toEqual([
      '/mural/river',
      '/quote',
    ]);
  });

  it('shows its description nowhere else but in the feed', () => {
    const { byChange, listings } = affected('murals', river, { ...river, description: 'x' });
    expect([...byChange.values()].map((routes) => [...routes])).toEqual([['/mural/river']]);
    expect(listings).toEqual({
      cards: [],
      texts: ['murals'],
      listPages: false,
      routes: ['/rss.xml'],
    });
  });

  it('shows in the city that it left and the one it came to', () => {
    expect(routesOf('murals', river, { ...river, ...BOERNE, city_slug: 'dallas-tx' })).toEqual(
      expect.arrayContaining(['/mural-artists/austin-tx', '/mural-artists/dallas-tx']),
    );
  });
});

describe('an address that a mural had', () => {
  const moved = aRedirect(41, 11, 'creek');

  it('has a page while it leads somewhere', () => {
    expect(routesOf('mural_redirects', null, moved)).toEqual(['/mural/creek']);
    expect(routesOf('mural_redirects', moved, null)).toEqual(['/mural/creek']);
    expect(routesOf('mural_redirects', null, aRedirect(42, 12))).toEqual([]);
  });

  it('leads on to the next address, and nowhere when the mural is gone', () => {
    directory = new Directory({
      ...rows,
      mural_redirects: [moved],
      estimate_rates: [],
      city_rules: [],
    });
    const next = { ...river, slug: 'stream' };
    expect(routesOf('murals', river, next)).toEqual(
      expect.arrayContaining(['/mural/creek', '/mural/river', '/mural/stream']),
    );
    expect(directory.movedMural('creek')).toBe('stream');
    expect(routesOf('murals', next, null)).toContain('/mural/creek');
    expect(directory.movedMural('creek')).toBeNull();
  });
});

describe('changed rates of estimates', () => {
  it('show where estimates are made, and nowhere else', () => {
    const dearer = { ...RATES, lift_above: 10 };
    expect(routesOf('estimate_rates', null, RATES)).toEqual(['/cost', '/quote']);
    expect(affected('estimate_rates', RATES, dearer)).toMatchObject({
      own: new Set(['/cost']),
      listings: { cards: [], texts: [], listPages: false, routes: [] },
    });
    expect(routesOf('estimate_rates', dearer, { ...dearer, updated_at: 'later' })).toEqual([]);
  });
});

describe('a changed rule of a city', () => {
  const rule = aRule(51);

  it('shows in the guide of its city, to which the city leads while there is one', () => {
    expect(routesOf('city_rules', null, rule)).toEqual([
      '/guides/permits/austin-tx',
      '/mural-artists/austin-tx',
    ]);
    const { own, byChange, listings } = affected('city_rules', rule, { ...rule, body: 'Other' });
    expect([...own]).toEqual(['/guides/permits/austin-tx']);
    expect([...byChange.values()].map((routes) => [...routes])).toEqual([
      ['/guides/permits/austin-tx'],
    ]);
    expect(listings).toEqual({ cards: [], texts: [], listPages: false, routes: [] });
    expect(routesOf('city_rules', { ...rule, body: 'Other' }, null)).toHaveLength(2);
  });

  it('waits for its city, and goes with it', () => {
    const boerne = aCity(23, { slug: 'boerne-tx', city_name: 'Boerne' });
    expect(routesOf('city_rules', null, aRule(52, { city_slug: 'boerne-tx' }))).toEqual([]);
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

describe('a changed city', () => {
  it('with another description shows on its page and the service areas', () => {
    expect(routesOf('cities', austin, { ...austin, description: 'Warm.' })).toEqual([
      '/mural-artists/austin-tx',
      '/service-areas',
    ]);
  });

  it('with another name shows on every page that names it, and on those of all that is there', () => {
    expect(routesOf('cities', austin, { ...austin, city_name: 'Austin!' })).toEqual([
      '/',
      '/artist/ana',
      '/artist/ana/reviews',
      '/artist/bea',
      '/artists',
      '/cost',
      '/mural-artists/austin-tx',
      '/mural-artists/austin-tx/abstract',
      '/mural-artists/dallas-tx',
      '/mural/river',
      '/murals',
      '/quote',
      '/service-areas',
    ]);
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
  expect([...(byChange.get(one) ?? [])].sort()).toEqual([
    '/',
    '/artist/ana',
    '/artist/ana/reviews',
    '/artists',
    '/mural-artists/austin-tx',
    '/mural-artists/austin-tx/abstract',
    '/mural/river',
    '/murals',
    '/quote',
    '/service-areas',
  ]);
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
