/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeys, startBackend } from '#embedded/index.ts';
import { type TestBackend, withClients } from '#tests/support/backend.ts';
import { DEMO_PASSWORD } from './accounts.ts';
import { seed } from './index.ts';
import type { SeedTarget } from './target.ts';

const nowhere: SeedTarget = {
  sql: () => Promise.reject(new Error('no SQL expected')),
  putObject: () => Promise.reject(new Error('no picture expected')),
  origin: 'http://127.0.0.1:4321',
  hashPassword: () => Promise.reject(new Error('no password expected')),
  log: () => {},
};

describe('seed', () => {
  it('leaves an empty database alone for none', async () => {
    await expect(seed('none', nowhere)).resolves.toBeUndefined();
  });

  it.each(['scale:0', 'scale:x', 'scale:1e9', 'demon'])(
    'refuses %s with a sentence',
    async (kind) => {
      await expect(seed(kind as 'demo', nowhere)).rejects.toThrow(
        'SEED must be demo, none or scale:N',
      );
    },
  );
});

describe('scale seed in a real database', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    // Not testBackend(): its ready-made image counts as seeded.
    const options = { dataDir: null, origin: 'http://127.0.0.1:4420', keys: createKeys() };
    backend = withClients(await startBackend({ ...options, seed: 'scale:300' }));
  }, 120_000);
  afterAll(() => backend?.stop());

  it('makes the asked number of artists, half as many murals, and counters that agree', async () => {
    const [row] = await backend.sql<{
      artists: number;
      murals: number;
      pictures: number;
      changes: number;
    }>(
      `select (select count(*) from public.artists)::int artists, (select count(*) from public.murals)::int murals,
              (select count(*) from storage.objects)::int pictures, (select count(*) from private.site_changes)::int changes`,
    );
    expect(row).toEqual({ artists: 300, murals: 150, pictures: 24, changes: 0 });
    const wrong = await backend.sql(
      `select slug, artist_count from public.cities c
       where artist_count <> (select count(*) from public.artists a where a.public_visible and a.city_slug = c.slug)`,
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['admin', 'admin@example.com'],
    ['artist', 'artist@example.com'],
    ['client', 'client@example.com'],
  ])('lets the demo %s sign in', async (role, email) => {
    const client = backend.anon();
    const { data, error } = await client.auth.signInWithPassword({
      email,
      password: DEMO_PASSWORD,
    });
    expect(error).toBeNull();
    const { data: roles } = await client
      .from('user_roles')
      .select('role')
      .eq('user_id', data.user?.id ?? '');
    expect(roles).toEqual([{ role }]);
    expect(data.user?.user_metadata?.name).toBeTruthy();
  });
});
