import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import {
  type BackendOptions,
  loadKeys,
  type SpawnedBackend,
  spawnBackend,
} from '#embedded/index.ts';
import { withDatabase } from '#embedded/offline.ts';
import { openPostgres } from '#embedded/postgres.ts';
import { lockServer } from '#embedded/server-lock.ts';
import { FIXTURE_MIGRATIONS } from './fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const server = inject('databaseServer');

describe.skipIf(server === null)('a database that has a server', () => {
  let folder: string;
  let databaseUrl: string;
  let admin: postgres.Sql;
  const running: SpawnedBackend[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'server-lock-'));
    const name = `lock_${randomBytes(5).toString('hex')}`;
    databaseUrl = `${server}${name}`;
    const maker = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
    await maker.unsafe(`create database ${name}`);
    await maker.end();
    admin = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((backend) => backend.stop()));
    await admin.end();
    const maker = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
    await maker.unsafe(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
    await maker.end();
    await rm(folder, { recursive: true, force: true });
  });

  const dir = (name: string) => path.join(folder, name);
  const start = async (name: string, options: Partial<BackendOptions> = {}) => {
    const backend = await spawnBackend({
      dataDir: dir(name),
      databaseUrl,
      origin: 'http://127.0.0.1:4321',
      seed: 'none',
      keys: await loadKeys(dir(name)),
      migrationsDir: FIXTURE_MIGRATIONS,
      ...options,
    });
    running.push(backend);
    return backend;
  };
  const refusal = (...start_: Parameters<typeof start>) =>
    start(...start_).then(
      () => 'it started',
      (error: Error) => error.message,
    );
  const IN_USE =
    /^The database is in use by another server: \S+ \(process \d+, data in \S+one\), since \S+ \S+ UTC and last seen \d+ s ago\. Stop that one first; .* Nothing was changed\.$/;

  it('refuses a second one in one sentence, before anything is changed', async () => {
    await start('one');
    const state = async () => [
      ...(await admin`select version from supabase_migrations.schema_migrations order by 1`),
      ...(await admin`select * from embedded.state order by 1`),
    ];
    const before = await state();
    // Its own migrations, origin and demo data: none of it may reach the database.
    const message = await refusal('two', {
      migrationsDir: undefined as never,
      origin: 'http://127.0.0.1:4999',
      seed: 'demo',
    });
    expect(message).toMatch(IN_USE);
    expect(await state()).toEqual(before);
    // A copy of the first one's folder is a server of its own, too.
    await cp(dir('one'), dir('copy'), { recursive: true });
    await rm(path.join(dir('copy'), 'backend.lock'), { force: true });
    expect(await refusal('copy')).toMatch(IN_USE);
  });

  it('lets commands in beside it', async () => {
    await start('one');
    const keys = await loadKeys(dir('two'));
    const count = await withDatabase({ dataDir: dir('two'), databaseUrl, keys }, (db) =>
      db.sql('select 1 from embedded.server_lock'),
    );
    expect(count).toHaveLength(1);
  });

  it('takes the next one when the first has ended, at once', async () => {
    await (await start('one')).stop();
    await start('two');
  });

  it('takes a killed one back at once, and another only when the lock is old', async () => {
    const first = await start('one');
    const gone = new Promise((resolve) => first.onExit(resolve));
    process.kill(first.pid, 'SIGKILL');
    await gone;
    expect(await refusal('two')).toMatch(IN_USE);
    const second = await start('one');
    const killed = new Promise((resolve) => second.onExit(resolve));
    process.kill(second.pid, 'SIGKILL');
    await killed;
    await admin`update embedded.server_lock set seen_at = seen_at - interval '31 seconds'`;
    await start('two');
  });

  it('is old too when it was seen by a clock that was ahead', async () => {
    const db = await openPostgres(databaseUrl);
    const takenBy = async (name: string) => {
      await mkdir(dir(name), { recursive: true });
      return lockServer(db, { dataDir: dir(name), ownDatabase: false, refreshMs: 3_600_000 });
    };
    try {
      await takenBy('one');
      await expect(takenBy('two')).rejects.toThrow(IN_USE);
      await admin`update embedded.server_lock set seen_at = seen_at + interval '1 day'`;
      await (await takenBy('two')).release();
    } finally {
      await db.close();
    }
  });

  it('tells one whose lock was taken over, and does not release the other’s', async () => {
    await start('one').then((backend) => backend.stop());
    const db = await openPostgres(databaseUrl);
    try {
      const lost = Promise.withResolvers<string>();
      const options = { dataDir: dir('one'), ownDatabase: false, refreshMs: 20 };
      const lock = await lockServer(db, { ...options, onLost: lost.resolve });
      await admin`update embedded.server_lock set seen_at = seen_at - interval '31 seconds'`;
      await admin`update embedded.server_lock set token = gen_random_uuid(), folder = 'another'`;
      expect(await lost.promise).toMatch(/^Another server has taken the database over/);
      await lock.release();
      expect(await admin`select folder from embedded.server_lock`).toEqual([{ folder: 'another' }]);
    } finally {
      await db.close();
    }
  });

  it('is another database than its copy, whose server may start', async () => {
    const first = await start('one');
    const gone = new Promise((resolve) => first.onExit(resolve));
    process.kill(first.pid, 'SIGKILL');
    await gone;
    const copy = `${new URL(databaseUrl).pathname.slice(1)}_copy`;
    const maker = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
    try {
      await admin.end();
      await expect
        .poll(() =>
          maker.unsafe(`create database ${copy} template ${copy.slice(0, -5)}`).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      admin = postgres(databaseUrl, { max: 1, onnotice: () => {} });
      await (await start('two', { databaseUrl: `${server}${copy}` })).stop();
    } finally {
      await maker.unsafe(`drop database if exists ${copy} with (force)`);
      await maker.end();
    }
  });
});
