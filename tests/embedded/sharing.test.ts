import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import {
  type BackendOptions,
  createKeys,
  loadKeys,
  type SpawnedBackend,
  spawnBackend,
} from '#embedded/index.ts';
import { TEST_PASSWORD, type TestBackend } from '#tests/support/backend.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { type OwnDatabase, ownDatabase } from '#tests/support/own-database.ts';
import { FIXTURE_MIGRATIONS, fixtureBackend, migrationsWith, request } from './fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const server = inject('databaseServer');

describe.skipIf(server === null)('servers that share a database', () => {
  let folder: string;
  let database: OwnDatabase;
  const keys = createKeys();
  const running: (TestBackend | SpawnedBackend)[] = [];

  beforeEach(async () => {
    folder = await folderOfTest('sharing-');
    database = await ownDatabase(server);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((backend) => backend.stop()));
    await database.stop();
  });

  const dir = (name: string) => path.join(folder, name);
  const options = (name: string, more: Partial<BackendOptions> = {}) => ({
    dataDir: dir(name),
    databaseUrl: database.url,
    shared: 'muro-site and muro-uploads',
    origin: 'https://muro.example',
    seed: 'none' as const,
    keys,
    migrationsDir: FIXTURE_MIGRATIONS,
    ...more,
  });
  const start = async (name: string, more: Partial<BackendOptions> = {}) => {
    const backend = await fixtureBackend(options(name, more));
    running.push(backend);
    return backend;
  };
  const refusal = (...started: Parameters<typeof start>) =>
    start(...started).then(
      () => 'it started',
      (error: Error) => error.message,
    );
  const signIn = (backend: TestBackend, email: string, password: string) =>
    backend.anon().auth.signInWithPassword({ email, password });

  it('know each other’s sessions, and their ends at once', { tags: 'core' }, async () => {
    const [one, two] = [await start('one'), await start('two')];
    const { client, email, token } = await one.signedIn('client');
    const asks = async () =>
      (await request(two, '/rest/v1/artists?select=id&limit=1', { token })).status;
    expect(await asks()).toBe(200);
    await client.auth.signOut();
    await expect.poll(asks, { timeout: 3000 }).toBe(401);
    expect((await signIn(two, email, TEST_PASSWORD)).error).toBeNull();
  });

  it('count failures together', { tags: 'core' }, async () => {
    const limits = { signInFailures: { max: 3, windowMs: 600_000 } };
    const [one, two] = [await start('one', { limits }), await start('two', { limits })];
    const { email } = await one.signedIn('client');
    const tries = [one, two, one].map((backend) => signIn(backend, email, 'not the password'));
    for (const { error } of await Promise.all(tries))
      expect(error?.code).toBe('invalid_credentials');
    for (const backend of [one, two]) {
      const { error } = await signIn(backend, email, TEST_PASSWORD);
      expect([error?.status, error?.code]).toEqual([429, 'over_request_rate_limit']);
    }
  });

  it('each remove their emails to somebody whose account is deleted', async () => {
    const limits = { mailsToOne: { max: 2, windowMs: 60_000 } };
    const [one, two] = [await start('one', { limits }), await start('two', { limits })];
    const { client, email } = await one.signedIn('client');
    for (const backend of [one, two]) await backend.anon().auth.resetPasswordForEmail(email);
    const left = async () =>
      (await Promise.all([one, two].map((backend) => backend.mailFiles()))).map(
        (files) => files.length,
      );
    await expect.poll(left).toEqual([1, 1]);
    await client.auth.signOut();
    await two.sql('delete from auth.users where email = $1', [email]);
    await expect.poll(left).toEqual([0, 0]);
    // For the servers that were away.
    const kept = () => one.sql('select email from embedded.deleted_accounts');
    expect(await kept()).toEqual([{ email }]);
    await one.sql("update embedded.deleted_accounts set gone_at = gone_at - interval '1 day'");
    await start('three');
    expect(await kept()).toEqual([]);
  });

  it('start in any number at once over an empty database', async () => {
    const names = ['one', 'two', 'three'];
    const backends = await Promise.all(names.map((name) => start(name)));
    for (const backend of backends) await expect(backend.tryAsVisitor()).resolves.toBeUndefined();
  });

  it('refuse what is not like them in one sentence each', async () => {
    await start('one');
    expect(await refusal('two', { keys: createKeys() })).toBe(
      'The servers that share the database have other keys: give this one their keys.json, or the same KEYS. Nothing was changed.',
    );
    expect(await refusal('two', { origin: 'https://other.example' })).toBe(
      'The servers that share the database have https://muro.example, and this one https://other.example: give all of them the same SITE_URL. Nothing was changed.',
    );
    expect(await refusal('two', { shared: 'muro-site and others' })).toBe(
      'The servers that share the database have muro-site and muro-uploads, and this one muro-site and others: give all of them the same SITE_BUCKET and STORAGE_BUCKET. Nothing was changed.',
    );
    const migrationsDir = await migrationsWith(folder, 'create table public.added ();');
    expect(await refusal('two', { migrationsDir })).toBe(
      'Stop the other servers first: this version has 1 migration that they do not know. Nothing was changed.',
    );
    expect(await refusal('two', { shared: undefined })).toMatch(
      /^The database is in use by another server: .* or let them share it: with SITE_BUCKET and STORAGE_BUCKET set for each\. Nothing was changed\.$/,
    );
    // One that was refused holds nothing: the next one starts.
    await start('two');
    // Alone, a newer one may change it.
    await Promise.all(running.splice(0).map((backend) => backend.stop()));
    await start('three', { migrationsDir, origin: 'https://other.example', keys: createKeys() });
  });

  it('do not come beside one that does not share', async () => {
    await start('one', { shared: undefined });
    expect(await refusal('two')).toMatch(/^The database is in use by another server: .*one\)/);
  });

  it('go on when one of them is killed, and take others in', async () => {
    const stays = await start('one');
    const killed = await spawnBackend(options('two'));
    const gone = new Promise((resolve) => killed.onExit(resolve));
    process.kill(killed.pid, 'SIGKILL');
    await gone;
    await expect(stays.tryAsVisitor()).resolves.toBeUndefined();
    const { client } = await stays.signedIn('client');
    expect((await client.from('artists').select('id').limit(1)).error).toBeNull();
    await start('three');
    // The first to come may go before the others.
    await stays.stop();
    await start('four');
  });

  it('go on sharing when the database has ended all their sessions', async () => {
    const backends = [await start('one'), await start('two')];
    const { admin, name } = database;
    const holders = async () => {
      const held = await admin<{ pid: number }[]>`
        select pid from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = ${name} and locktype = 'advisory' and mode = 'ShareLock'`;
      return held.map(({ pid }) => pid);
    };
    // They end when they come to it: until then they hold the lock still.
    const ended = await holders();
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    await expect
      .poll(async () => (await holders()).filter((pid) => !ended.includes(pid)).length)
      .toBe(2);
    for (const backend of backends) await expect(backend.tryAsVisitor()).resolves.toBeUndefined();
    expect(await refusal('three', { shared: undefined })).toMatch(
      /^The database is in use by another/,
    );
    await start('three');
  });
});

describe('keys from a setting', () => {
  it('are those of it, and make no file', async () => {
    const keys = createKeys();
    expect(await loadKeys('/nowhere', JSON.stringify(keys))).toEqual(keys);
  });

  it('are whole or refused', async () => {
    const short = JSON.stringify({ ...createKeys(), jwtSecret: 'short' });
    await expect(loadKeys('/nowhere', short)).rejects.toThrow(
      /^KEYS is damaged: jwtSecret missing or malformed\. Give it all/,
    );
  });
});
