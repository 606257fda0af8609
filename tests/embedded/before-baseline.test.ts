/** @module-tag long */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '#embedded/backup/read-archive.ts';
import { unpackEntry } from '#embedded/backup/unpack.ts';
import { loadKeys, startBackend } from '#embedded/index.ts';
import { chownCluster } from '#embedded/native/chown-cluster.ts';
import { CLUSTER } from '#embedded/native/server.ts';
import { migrationsIn, versionOf } from '#embedded/start/release.ts';
import { ROOT } from '#node/root.ts';
import { type TestBackend, withClients } from '#tests/support/backend.ts';
import { lostRows, type Rows, rowsIn, rowsOf } from '#tests/support/kept-rows.ts';

/**
 * Made with the code of the first release (2abea27), and then with that of the last one before the baseline (88e84bcd),
 * each with people at work.
 */
const FIXTURE = fileURLToPath(new URL('fixtures/before-baseline', import.meta.url));
const PASSWORD = 'first-release-2026';
const ARTIST = 'rosa@example.com';
const ADMIN = 'alma@example.com';
const CLIENT = 'carmen@example.com';
const ORIGIN = 'http://127.0.0.1:4321';
const PLATFORM = `${process.platform}-${process.arch}`;

/** The same values where they are by now: inner columns of tables that people read have rows of their own since. */
function moved(rows: Rows): Rows {
  const of = (table: string) => rows[table] ?? [];
  const checks = new Map(of('private.review_checks').map((row) => [row.review_id, row]));
  return {
    ...rows,
    'public.lead_messages': of('public.lead_messages').map(({ idempotency_key, ...row }) => row),
    'private.message_keys': of('public.lead_messages').map(
      ({ id, lead_id, artist_id, sender, idempotency_key }) => ({
        ...{ message_id: id, lead_id, artist_id, sender, idempotency_key },
      }),
    ),
    'public.proposals': of('public.proposals').map(({ idempotency_key, ...row }) => row),
    'private.proposal_keys': of('public.proposals').map(
      ({ id, lead_id, artist_id, idempotency_key }) => ({
        ...{ proposal_id: id, lead_id, artist_id, idempotency_key },
      }),
    ),
    'public.lead_records': of('public.lead_records').map(
      ({ held_reason, merged_into, ...row }) => row,
    ),
    'private.request_reasons': of('public.lead_records')
      .filter(({ held_reason, merged_into }) => held_reason ?? merged_into)
      .map(({ id, held_reason, merged_into }) => ({ lead_id: id, held_reason, merged_into })),
    'private.request_intake': of('private.request_intake').map(({ asked_artist, ...row }) => ({
      ...row,
      asked_artists: asked_artist ? [asked_artist] : [],
    })),
    // Who hid a review is in the log.
    'public.reviews': of('public.reviews').map(({ lead_id, hidden_by, ...row }) => row),
    'private.review_checks': of('public.reviews')
      .filter(({ lead_id }) => lead_id)
      .map(({ id, lead_id, artist_id }) => ({
        ...checks.get(id),
        ...{ review_id: id, lead_id, artist_id },
      })),
  };
}

/** The files of a cluster are those of one platform: byte order, alignment and settings that `initdb` found. */
describe.skipIf(PLATFORM !== 'linux-x64')(
  `a data directory of the release before the baseline (made on linux-x64, here is ${PLATFORM})`,
  () => {
    let folder: string;
    let backend: TestBackend;
    let before: Rows;
    let after: Rows;
    const lines: string[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'before-baseline-'));
      const dataDir = path.join(folder, 'data');
      await readArchive(path.join(FIXTURE, 'data.tar.zst'), (entry) => unpackEntry(dataDir, entry));
      await chownCluster(path.join(dataDir, CLUSTER));
      before = rowsIn(await readFile(path.join(FIXTURE, 'rows.jsonl'), 'utf8'));
      const keys = await loadKeys(dataDir);
      backend = withClients(
        await startBackend({
          dataDir,
          origin: ORIGIN,
          seed: 'none',
          keys,
          engine: 'native',
          log: (line) => lines.push(line),
        }),
      );
      after = await rowsOf(backend);
    });
    afterAll(async () => {
      await backend?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('starts with this release and loses no row', async () => {
      expect(Object.keys(before).length).toBeGreaterThan(20);
      expect(lostRows(moved(before), after)).toEqual([]);
    });

    it('has what moved in its new place', async () => {
      const now = moved(before);
      for (const [table, count] of [
        ['private.message_keys', 2],
        ['private.proposal_keys', 1],
        ['private.request_reasons', 1],
        ['private.review_checks', 1],
      ] as const)
        expect([table, now[table]?.length, after[table]?.length]).toEqual([table, count, count]);
    });

    it('has the history of the baseline', async () => {
      const rows = await backend.sql('select version from supabase_migrations.schema_migrations');
      const files = await readdir(path.join(ROOT, 'supabase/migrations'));
      expect(rows).toEqual(migrationsIn(files).map((file) => ({ version: versionOf(file) })));
    });

    // A later release of the first one granted again what the first migration takes away, and then made more.
    it('gives nobody rights that its migrations do not give', async () => {
      const [said = '', ...others] = lines.filter((line) => /differ|compared/.test(line));
      expect(others).toEqual([]);
      const found = said.replace(/^.* this was put right: (.*)\.$/, '$1').split('; ');
      expect(found.filter((what) => !what.startsWith('grant '))).toEqual([]);
      expect(found).toContain('grant update on table public.reviews to anon');
      await backend.sql('create function public.later() returns int language sql return 1');
      expect(
        await backend.sql(
          "select has_function_privilege(r, 'public.later()', 'execute') as may from unnest('{anon,authenticated}'::text[]) r",
        ),
      ).toEqual([{ may: false }, { may: false }]);
      await backend.sql('drop function public.later()');
    });

    it('would show a row that is gone or changed', async () => {
      const [mural] = before['public.murals'] ?? [];
      const without = { ...before, 'public.murals': [] };
      const renamed = { ...before, 'public.murals': [{ ...mural, title: 'Another' }] };
      for (const now of [without, renamed])
        expect(lostRows(before, now)).toEqual([{ table: 'public.murals', row: mural }]);
    });

    it.each([
      ['artist', ARTIST, PASSWORD],
      ['admin', ADMIN, PASSWORD],
      ['client', CLIENT, `${PASSWORD}!`],
    ])('lets its %s sign in', async (role, email, password) => {
      const client = backend.anon();
      const { data, error } = await client.auth.signInWithPassword({ email, password });
      expect(error).toBeNull();
      const { data: roles } = await client
        .from('user_roles')
        .select('role')
        .eq('user_id', data.user?.id ?? '');
      expect(roles).toEqual([{ role }]);
    });

    it('keeps people signed in', async () => {
      const tokens = (before['auth.refresh_tokens'] ?? []).filter(({ revoked }) => !revoked);
      expect(tokens.length).toBeGreaterThan(0);
      for (const { token, user_id } of tokens) {
        const { data } = await backend.anon().auth.refreshSession({ refresh_token: String(token) });
        expect(data.user?.id).toBe(user_id);
      }
    });

    it('serves its uploads', async () => {
      const objects = before['storage.objects'] ?? [];
      expect(objects).toHaveLength(4);
      for (const { bucket_id, name, metadata } of objects) {
        const answer = await fetch(`${backend.url}/storage/v1/object/public/${bucket_id}/${name}`);
        expect([name, answer.status]).toEqual([name, 200]);
        const sum = createHash('md5')
          .update(await answer.bytes())
          .digest('hex');
        expect(`"${sum}"`).toBe((metadata as { eTag: string }).eTag);
      }
    });

    it('keeps its mails, and goes on taking requests and changes', async () => {
      expect((await backend.mails()).map(({ to }) => to)).toEqual([CLIENT]);
      const artist = backend.anon();
      await artist.auth.signInWithPassword({ email: ARTIST, password: PASSWORD });
      const { data: leads } = await artist.from('leads').select('name, status').order('name');
      expect(leads).toContainEqual({ name: 'Carmen Lozano', status: 'completed' });
      const [profile] = before['public.artists'] ?? [];
      const hidden = await artist
        .from('artists')
        .update({ public_visible: false })
        .eq('id', profile?.id)
        .select('name, public_visible');
      expect(hidden.data).toEqual([{ name: 'Rosa Ibarra', public_visible: false }]);
    });
  },
);
