/** @module-tag long */
import { createHash, randomBytes } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createKeys, openPostgres } from '#embedded/index.ts';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { type PgBouncer, startPgBouncer, withoutPgBouncer } from '#tests/support/pgbouncer.ts';
import { aQuote } from '#tests/support/quote.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

const server = inject('databaseServer');
const missing = withoutPgBouncer() ?? (server ? null : 'PGlite has no sessions to share');
const name = `pooled_${randomBytes(4).toString('hex')}`;
const keys = createKeys();
let admin: Sql;
const dataDir = folderOfFile('pooler-');

beforeAll(async () => {
  if (missing) return;
  admin = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
});
afterAll(async () => {
  await admin?.unsafe(`drop database if exists ${name} with (force)`);
  await admin?.end();
});

/** What the database makes of an address with the secret, and without one. */
const HASH = `select encode(private.peppered('rosa@example.com'), 'hex') as hash`;
const hashed = createHash('sha256')
  .update(`pepper:${keys.linkSecret}:rosa@example.com`)
  .digest('hex');

describe.skipIf(missing).each([
  ['refuses settings of a session', []],
  ['drops settings of a session', ['ignore_startup_parameters = app.direct']],
])(missing ?? 'behind a PgBouncer in session mode that %s', (_, settings) => {
  let pooler: PgBouncer;
  let backend: TestBackend;
  beforeAll(async () => {
    pooler = await startPgBouncer(`${server}postgres`, 'session', settings);
    backend = await testBackend({ dataDir, databaseUrl: pooler.database(name), keys });
  });
  afterAll(async () => {
    await backend?.stop();
    await pooler?.stop();
  });

  it('answers everybody, and hears what changes', async () => {
    const artist = await backend.signedIn('artist');
    expect((await backend.anon().rpc('submit_lead', aQuote())).error).toBeNull();
    expect((await artist.client.from('artists').select('id')).error).toBeNull();
    expect((await backend.anon().from('lead_records').select('id')).error?.code).toBe('42501');
    await expect(backend.tryAsVisitor()).resolves.toBeUndefined();
    const heard: string[] = [];
    await backend.listen('pooled', (payload) => heard.push(payload));
    await backend.sql(`select pg_notify('pooled', 'one')`);
    await vi.waitFor(() => expect(heard).toEqual(['one']));
  });

  it('has the secret for links in every session, also in one after another was lost', async () => {
    const asked = () => Promise.all(Array.from({ length: 20 }, () => backend.sql(HASH)));
    const all = Array.from({ length: 20 }, () => [{ hash: hashed }]);
    expect(await asked()).toEqual(all);
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and query like '%peppered%'`;
    await vi.waitFor(async () => expect(await asked()).toEqual(all));
    expect(await backend.transaction((tx) => tx.sql(HASH))).toEqual([{ hash: hashed }]);
    expect(pooler.log()).not.toContain(keys.linkSecret);
  });

  it('stops the statement of a client that goes away, and no other', async () => {
    const waiting = () => admin`select 1 from pg_locks where relation is not null and not granted`;
    const other = postgres(`${server}${name}`, { max: 1, onnotice: () => {} });
    await other.unsafe('begin; lock table public.artists in access exclusive mode');
    const leaving = new AbortController();
    const asked = backend.service().from('artists').select('id').abortSignal(leaving.signal);
    const left = asked.then(({ error }) => error?.message);
    try {
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 2000 });
      leaving.abort();
      expect(await left).toContain('abort');
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(0), { timeout: 2000 });
    } finally {
      await other.end();
    }
    expect(await backend.sql('select 1 as n')).toEqual([{ n: 1 }]);
  });
});

it.skipIf(missing)(
  'is refused by name in transaction mode, before anything is changed',
  async () => {
    const settings = ['server_round_robin = 1', 'ignore_startup_parameters = app.direct'];
    for (const more of [[], settings]) {
      const pooler = await startPgBouncer(`${server}postgres`, 'transaction', more);
      const empty = `${name}_empty`;
      await admin.unsafe(`create database ${empty}`);
      try {
        await expect(openPostgres(pooler.database(empty), {}, keys)).rejects.toThrow(
          /^The database in DATABASE_URL \(.*\) is a pooler in transaction mode, .*Nothing was changed\.$/,
        );
      } finally {
        await pooler.stop();
        await admin.unsafe(`drop database ${empty} with (force)`);
      }
    }
  },
);
