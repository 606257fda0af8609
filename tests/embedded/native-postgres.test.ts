/** @module-tag long */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TEST_PASSWORD, type TestBackend, testBackend } from '#tests/support/backend.ts';
import {
  type NativePostgres,
  postgresBinaries,
  startPostgres,
} from '#tests/support/native-postgres.ts';
import { pictureBytes } from '#tests/support/pictures.ts';
import { FIXTURE_MIGRATIONS, fixtureBackend, request } from './fixture.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const bin = postgresBinaries();

describe.skipIf(bin === null)('the same services over native PostgreSQL', () => {
  let server: NativePostgres;
  let backend: TestBackend;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'backend-native-'));
    server = await startPostgres(bin ?? '');
    backend = await fixtureBackend({ dataDir, databaseUrl: server.database('fixture') });
  });
  afterAll(async () => {
    await backend?.stop();
    server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('answers hostile values as what they are', async () => {
    const bodies = [
      '{"p_text":{"toString":1}}',
      '{"p_text":[{"toString":1}]}',
      '{"p_text":[[1],["x"]]}',
      '{"p_text":"\\u0000"}',
    ];
    for (const [path, texts] of [
      ['rpc/announce', bodies],
      ['artists', ['{"name":{"toString":1}}', '{"styles":[{"toString":1}]}', '{"styles":{"a":1}}']],
    ] as const)
      for (const body of texts) {
        const answer = await request(backend, `/rest/v1/${path}`, { method: 'POST', body });
        const text = await answer.text();
        expect([body, answer.status < 500, text]).toEqual([
          body,
          true,
          expect.not.stringMatching(/TypeError|primitive/),
        ]);
      }
    for (const query of ['order=%00', `select=${'id,'.repeat(1700)}id`, 'id=eq.x', 'select=%22'])
      expect((await request(backend, `/rest/v1/artists?${query}`)).status).toBeLessThan(500);
  });

  it('answers values, grants and rules alike', async () => {
    const artist = await backend.signedIn('artist');
    const { data, error } = await artist.client
      .from('artists')
      .insert({
        user_id: artist.id,
        name: 'N',
        slug: 'n',
        styles: ['Nature'],
        average_rating: 4.5,
        public_visible: true,
      })
      .select('styles, average_rating, created_at')
      .single();
    expect(error).toBeNull();
    expect(data).toMatchObject({ styles: ['Nature'], average_rating: 4.5 });
    expect(data?.created_at).toMatch(/T.*\+00:00$/);
    expect((await backend.anon().from('artists').select('phone')).error?.code).toBe('42501');
    const check = await artist.client.from('artists').update({ average_rating: 7 }).eq('slug', 'n');
    expect({ code: check.error?.code, status: check.status }).toEqual({
      code: '23514',
      status: 400,
    });
    expect((await backend.anon().rpc('refuse', { p_status: 409 })).error?.code).toBe(
      'name_required',
    );
  });

  it('keeps callers apart without the lock', async () => {
    const person = await backend.signedIn('client');
    const anon = backend.anon();
    const counted = await Promise.all(Array.from({ length: 30 }, () => anon.rpc('count_up')));
    expect(new Set(counted.map((result) => result.data)).size).toBe(30);
    const uids = await Promise.all(
      Array.from(
        { length: 30 },
        async (_, i) => (await (i % 2 ? anon : person.client).rpc('whoami')).data.uid,
      ),
    );
    expect(uids).toEqual(Array.from({ length: 30 }, (_, i) => (i % 2 ? null : person.id)));
  });

  it('uploads, recovers by mail, and notifies', async () => {
    const artist = await backend.signedIn('artist');
    const photos = artist.client.storage.from('profile-photos');
    const file = `${artist.id}/p.png`;
    expect(
      (await photos.upload(file, pictureBytes('png'), { contentType: 'image/png' })).error,
    ).toBeNull();
    expect(await (await fetch(photos.getPublicUrl(file).data.publicUrl)).text()).toBe(
      pictureBytes('png').toString(),
    );
    expect((await backend.anon().auth.resetPasswordForEmail(artist.email)).error).toBeNull();
    expect((await backend.mails()).at(-1)?.to).toBe(artist.email);
    expect(
      (
        await backend
          .anon()
          .auth.signInWithPassword({ email: artist.email, password: TEST_PASSWORD })
      ).error,
    ).toBeNull();
    const heard: string[] = [];
    const stop = await backend.listen('site_changes', (payload) => heard.push(payload));
    await backend.anon().rpc('announce', { p_text: 'hello' });
    await expect.poll(() => heard, { timeout: 30_000 }).toEqual(['hello']);
    await stop();
  });

  it('takes JSON and lists as parameters the way PGlite does', async () => {
    const [row] = await backend.sql(
      'select $1::jsonb as j, $2::text[] as t, $3::timestamptz as at, $4::numeric as n, $5::uuid[] as ids',
      [{ a: [1] }, ['x', 'y "quoted"'], '2026-01-02T03:04:05Z', 4.5, []],
    );
    expect(row).toEqual({
      j: { a: [1] },
      t: ['x', 'y "quoted"'],
      at: '2026-01-02T03:04:05+00:00',
      n: 4.5,
      ids: [],
    });
  });

  it('lets one of two backends that start on a new database at once have it', async () => {
    const databaseUrl = server.database('shared');
    const folders = await Promise.all(
      [1, 2].map(() => mkdtemp(path.join(tmpdir(), 'backend-twin-'))),
    );
    const twins = await Promise.allSettled(
      folders.map((folder) => fixtureBackend({ dataDir: folder, databaseUrl })),
    );
    const [winner, ...others] = twins.flatMap((twin) =>
      twin.status === 'fulfilled' ? [twin.value] : [],
    );
    expect(others).toEqual([]);
    expect(
      twins.flatMap((twin) => (twin.status === 'rejected' ? [String(twin.reason)] : [])),
    ).toEqual([expect.stringContaining('is in use by another server')]);
    const applied = await winner?.sql('select version from supabase_migrations.schema_migrations');
    expect(applied).toHaveLength((await readdir(FIXTURE_MIGRATIONS)).length);
    await winner?.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  it("takes the product's own migrations", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'backend-real-'));
    const real = await testBackend({ dataDir: folder, databaseUrl: server.database('product') });
    const { client } = await real.signedIn('admin');
    expect((await client.rpc('admin_overview')).error).toBeNull();
    await real.stop();
    await rm(folder, { recursive: true, force: true });
  });
});
