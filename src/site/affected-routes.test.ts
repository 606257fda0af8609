import { describe, expect, it } from 'vitest';
import { affectedRoutes } from './affected-routes.ts';

const artist = (values: object = {}) => ({
  id: 'a1',
  slug: 'ana',
  name: 'Ana',
  city: 'Austin',
  state: 'TX',
  city_slug: 'austin-tx',
  bio: 'x',
  styles: ['Abstract'],
  mediums: [],
  profile_photo: null,
  public_visible: true,
  ...values,
});
const change = (table_name: string, old: object | null, now: object | null) =>
  affectedRoutes([
    { table_name, old: old as Record<string, unknown>, new: now as Record<string, unknown> },
  ]);
const all = ({ own, routes: others }: ReturnType<typeof affectedRoutes>) => [...own, ...others];
const routes = (...parameters: Parameters<typeof change>) => all(change(...parameters));

describe('a changed artist', () => {
  it('shows on the own page first, then the city, the list and the home page', () => {
    const { own, routes, muralsOfArtists, facets, listings } = change(
      'artists',
      artist(),
      artist({ bio: 'y' }),
    );
    expect([...own]).toEqual(['/artist/ana']);
    expect([...routes]).toEqual([
      '/mural-artists/austin-tx',
      '/mural-artists/austin-tx/abstract',
      '/artists',
      '/',
    ]);
    expect([muralsOfArtists.size, facets, listings]).toEqual([0, false, true]);
  });

  it('leaves both addresses and both cities', () => {
    const moved = artist({ slug: 'ana-2', city: 'Boerne', city_slug: 'boerne-tx' });
    expect(routes('artists', artist(), moved)).toEqual(
      expect.arrayContaining([
        '/artist/ana',
        '/artist/ana-2',
        '/mural-artists/austin-tx',
        '/mural-artists/boerne-tx',
        '/service-areas',
      ]),
    );
  });

  it('shows on the pages of its styles in its city, of those it had as well', () => {
    const now = artist({ styles: ['Chicano Art', '壁画'], city_slug: 'boerne-tx' });
    const found = routes('artists', artist(), now).filter((route) => route.split('/').length === 4);
    expect(found).toEqual([
      '/mural-artists/austin-tx/abstract',
      '/mural-artists/boerne-tx/chicano-art',
    ]);
  });

  it('shows on murals when what they name of it changes', () => {
    const affected = change('artists', artist(), artist({ name: 'Anna' }));
    expect([...affected.muralsOfArtists]).toEqual(['a1']);
  });

  it('may bring styles that every city page offers', () => {
    expect(change('artists', artist(), artist({ styles: ['Nature'] })).facets).toBe(true);
    expect(change('artists', null, artist()).facets).toBe(true);
  });

  it('disappears everywhere when it goes private, and makes no work while it is', () => {
    const hidden = artist({ public_visible: false });
    const gone = change('artists', artist(), hidden);
    expect([...gone.own]).toEqual(['/artist/ana']);
    expect([...gone.muralsOfArtists]).toEqual(['a1']);
    expect(routes('artists', hidden, { ...hidden, bio: 'z' })).toEqual([]);
    expect(change('artists', null, hidden).listings).toBe(false);
  });

  it('without a city has no city page', () => {
    expect(routes('artists', null, artist({ city: null, city_slug: null }))).not.toContain(
      expect.stringContaining('/mural-artists/'),
    );
  });
});

describe('a changed mural', () => {
  const mural = {
    id: 'm1',
    slug: 'river',
    artist_id: 'a1',
    city_slug: 'austin-tx',
    public_visible: true,
  };

  it('shows on its page, its city, its old and new artist and the home page', () => {
    const affected = change('murals', mural, { ...mural, slug: 'river-2', artist_id: 'a2' });
    expect(all(affected)).toEqual([
      '/mural/river',
      '/mural/river-2',
      '/mural-artists/austin-tx',
      '/',
    ]);
    expect([...affected.artists]).toEqual(['a1', 'a2']);
  });

  it('shows in the city that it left and the one it came to, and in none without one', () => {
    const moved = change('murals', mural, { ...mural, city_slug: 'seguin-tx' });
    expect(all(moved)).toContain('/mural-artists/austin-tx');
    expect(all(moved)).toContain('/mural-artists/seguin-tx');
    const nowhere = change('murals', null, { ...mural, city_slug: null });
    expect(all(nowhere)).toEqual(['/mural/river', '/']);
  });
});

describe('a changed city', () => {
  const city = { id: 'c1', slug: 'austin-tx', city_name: 'Austin', state: 'TX', artist_count: 3 };
  it('shows on its page, the service areas and the home page', () => {
    const affected = change('cities', city, { ...city, description: 'Warm.' });
    expect(all(affected)).toEqual(['/mural-artists/austin-tx', '/service-areas', '/']);
    expect(affected.allCityPages).toBe(false);
  });

  it('shows on every city page and in the quote form when its name changes', () => {
    const affected = change('cities', city, { ...city, city_name: 'Austin!' });
    expect([affected.allCityPages, affected.routes.has('/quote')]).toEqual([true, true]);
    expect([...affected.stylesOfCities]).toEqual(['austin-tx']);
  });
});

it('makes one set of a batch, and nothing of tables that no page shows', () => {
  const row = { table_name: 'artists', old: artist(), new: artist({ bio: 'y' }) };
  expect(all(affectedRoutes([row, row])).length).toBe(5);
  expect(all(affectedRoutes([{ table_name: 'leads', old: null, new: { id: 1 } }]))).toEqual([]);
});
