/** @module-tag long */
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { Database } from '#embedded/base/database.ts';
import { withDatabase } from '#embedded/database/offline.ts';
import { lockServer } from '#embedded/database/server-lock.ts';
import {
  type BackendOptions,
  loadKeys,
  type SpawnedBackend,
  spawnBackend,
} from '#embedded/index.ts';
import { openPostgres } from '#embedded/sessions/postgres.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { type OwnDatabase, ownDatabase } from '#tests/support/own-database.ts';
import { FIXTURE_MIGRATIONS } from './fixture.ts';

vi.setConfig({ testTimeout: 240_000, expect: { poll: { timeout: 60_000 } } });

const server = inject('databaseServer');

describe.skipIf(server === null)('a database that has a server', () => {
  let folder: string;
  let database: OwnDatabase;
  let admin: postgres.Sql;
  const running: SpawnedBackend[] = [];

  beforeEach(async () => {
    folder = await folderOfTest('server-lock-');
    database = await ownDatabase(server);
    admin = postgres(database.url, { max: 1, onnotice: () => {} });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((backend) => backend.stop()));
    await admin.end();
    await database.stop();
  });

  const dir = (name: string) => path.join(folder, name);
  const start = async (name: string, options: Partial<BackendOptions> = {}) => {
    const backend = await spawnBackend({
      dataDir: dir(name),
      databaseUrl: database.url,
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
  const alike = { keys: '', origin: '', buckets: '' };
  const IN_USE =
    /^The database is in use by another server: \S+ \(process \d+, data in \S+one\), since \S+ \S+ UTC and last seen \d+ s ago\. Stop that one first, or let them share it: with SITE_BUCKET and STORAGE_BUCKET set for each\. Nothing was changed\.$/;

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
    const count = await withDatabase(
      { dataDir: dir('two'), databaseUrl: database.url, keys },
      (db) => db.sql('select 1 from embedded.server_lock'),
    );
    expect(count).toHaveLength(1);
  });

  const kill = async (backend: SpawnedBackend) => {
    const gone = new Promise((resolve) => backend.onExit(resolve));
    process.kill(backend.pid, 'SIGKILL');
    await gone;
  };

  it('takes the next one when the first was killed, also another, whatever the clock says', async () => {
    await kill(await start('one'));
    // A clock that was ahead has been set right.
    await admin`update embedded.server_lock set since = since + interval '1 day', seen_at = seen_at + interval '1 day'`;
    await kill(await start('two'));
    await start('two');
  });

  /** One that gives no sign of life until `resume`, as while its process or its machine is suspended. */
  const suspendable = (db: Database) => {
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
    const beside: Database['beside'] = async (text, params) => {
      if (text.includes('update')) await resumed;
      return (await db.beside?.(text, params)) ?? [];
    };
    return { db: { ...db, beside }, resume };
  };
  const lose = (pid: number) => admin`select pg_terminate_backend(${pid})`;
  const opened = async () => {
    const db = await openPostgres(database.url);
    onTestFinished(() => db.close());
    return db;
  };
  const besideOf = async (db: Database) =>
    (await db.beside?.<{ pid: number }>('select pg_backend_pid() as pid'))?.[0]?.pid ?? 0;

  it('keeps a second out while the first is suspended, however long', async () => {
    const db = await opened();
    const lock = await lockServer(suspendable(db).db, { dataDir: dir('one'), alike });
    await admin`update embedded.server_lock set seen_at = seen_at - interval '1 day'`;
    expect(await refusal('two')).toMatch(IN_USE);
    await lock.release();
  });

  it('ends one that was suspended for so long that another has the database', async () => {
    const db = await opened();
    const lost = Promise.withResolvers<Error>();
    const { db: slow, resume } = suspendable(db);
    const options = { dataDir: dir('one'), alike, refreshMs: 20, onLost: lost.resolve };
    const mine = await lockServer(slow, options);
    // As the server does once the machine of the first does not answer any more.
    await lose(await besideOf(db));
    await start('two');
    resume();
    expect((await lost.promise).message).toMatch(/^Another server has taken the database over/);
    await mine.release();
    expect(await refusal('three')).toMatch(/^The database is in use by another server: .*two\)/);
  });

  it('goes on with the first when only its connection was lost', async () => {
    const db = await opened();
    const lost: Error[] = [];
    const onLost = (error: Error) => lost.push(error);
    const lock = await lockServer(db, { dataDir: dir('one'), alike, refreshMs: 20, onLost });
    const before = await besideOf(db);
    await lose(before);
    const holders = () =>
      admin`select pid from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and locktype = 'advisory' and pid <> ${before}`;
    await expect.poll(async () => (await holders()).length).toBe(1);
    expect(lost).toEqual([]);
    await lock.release();
    expect([...(await admin`select * from embedded.server_lock`), ...(await holders())]).toEqual(
      [],
    );
  });

  it('does not take its own end for another server', async () => {
    const db = await opened();
    const lost: Error[] = [];
    const onLost = (error: Error) => lost.push(error);
    const { db: slow, resume } = suspendable(db);
    const lock = await lockServer(slow, { dataDir: dir('one'), alike, refreshMs: 1, onLost });
    // Its sign of life is on its way.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await lock.release();
    resume();
    await besideOf(db);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(lost).toEqual([]);
  });

  it('is another database than its copy, whose server may start', async () => {
    await kill(await start('one'));
    const copy = `${database.name}_copy`;
    const maker = database.admin;
    try {
      await admin.end();
      await expect
        .poll(() =>
          maker.unsafe(`create database ${copy} template ${database.name}`).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      admin = postgres(database.url, { max: 1, onnotice: () => {} });
      await (await start('two', { databaseUrl: `${server}${copy}` })).stop();
    } finally {
      await maker.unsafe(`drop database if exists ${copy} with (force)`);
    }
  });
});
