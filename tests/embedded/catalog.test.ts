/** @module-tag long */
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { compareWithMigrations } from '#embedded/catalog/up-to-date.ts';
import { loadKeys, startBackend } from '#embedded/index.ts';
import { openPostgres } from '#embedded/sessions/postgres.ts';
import { ROOT } from '#node/root.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const server = inject('databaseServer');
const MIGRATIONS = path.join(ROOT, 'supabase/migrations');

describe.skipIf(server === null)('a database beside its migrations', () => {
  const name = `catalog_${randomBytes(5).toString('hex')}`;
  const databaseUrl = `${server}${name}`;
  let dataDir: string;
  let admin: postgres.Sql;
  const start = async () => {
    const lines: string[] = [];
    const backend = await startBackend({
      dataDir,
      databaseUrl,
      origin: 'http://127.0.0.1:4321',
      seed: 'none',
      keys: await loadKeys(dataDir),
      log: (line) => lines.push(line),
    });
    await backend.stop();
    return lines;
  };
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'catalog-'));
    const maker = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
    await maker.unsafe(`create database ${name}`);
    await maker.end();
    admin = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    await start();
  });
  afterAll(async () => {
    await admin.end();
    const maker = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
    await maker.unsafe(`drop database ${name} with (force)`);
    await maker.end();
    await rm(dataDir, { recursive: true, force: true });
  });

  const isAsMade = async () => {
    const db = await openPostgres(databaseUrl);
    try {
      expect(await compareWithMigrations(db, MIGRATIONS)).toEqual([]);
    } finally {
      await db.close();
    }
  };

  it('is as they make it at first, and says nothing', { tags: 'core' }, async () => {
    expect(await start()).toEqual([]);
    await isAsMade();
  });

  it('gets back rights, functions, policies and defaults, and says so', async () => {
    await admin.unsafe(`
      revoke execute on function public.unsubscribe(text) from service_role;
      grant select on private.settings to anon;
      alter function private.clean(text) reset search_path;
      drop trigger if exists artists_1_normalise on public.artists;
      drop function public.examine_setup(text, bigint, text);
      drop policy reviews_select on public.reviews;
      alter table public.artists alter column bio set default 'x';
      alter default privileges in schema public grant select on tables to anon;
      alter default privileges grant execute on functions to public;`);
    const lines = await start();
    expect(lines.join('\n')).toMatch(/this was put right: .*unsubscribe/s);
    expect(lines.join('\n')).not.toMatch(/not put right/);
    await isAsMade();
  });

  it('is given nothing by what the platform has by default, once it is made', async () => {
    await admin`update embedded.state set value = 'of another release' where key = 'prelude'`;
    expect(await start()).toEqual([]);
    await isAsMade();
  });

  it('keeps what only its operator can decide about, and names it', async () => {
    await admin.unsafe(
      'create function public.of_the_operator() returns int language sql as $$ select 1 $$',
    );
    const said = [
      'The database differs from its migrations, and this is not put right: function public.of_the_operator() is of none of them.',
    ];
    expect((await start()).filter((line) => line.includes('not put right'))).toEqual(said);
    expect(await start()).toEqual(said);
  });
});

describe.skipIf(server === null)('a database of a release before the baseline', () => {
  const name = `before_${randomBytes(5).toString('hex')}`;
  const databaseUrl = `${server}${name}`;
  let folder: string;
  let admin: postgres.Sql;
  const start = async (migrationsDir: string) => {
    const lines: string[] = [];
    const dataDir = path.join(folder, 'data');
    const keys = await loadKeys(dataDir);
    const origin = 'http://127.0.0.1:4321';
    const log = (line: string) => lines.push(line);
    const options = {
      dataDir,
      databaseUrl,
      origin,
      seed: 'none',
      keys,
      log,
      migrationsDir,
    } as const;
    await startBackend(options).then((backend) => backend.stop());
    return lines;
  };
  const versions = async () =>
    (await admin`select version from supabase_migrations.schema_migrations order by 1`).map(
      ({ version }) => version,
    );
  /** As that release left its history, from the first to the last of its migrations. */
  const made = (...history: string[]) =>
    admin.begin(async (tx) => {
      await tx`delete from supabase_migrations.schema_migrations`;
      for (const version of history)
        await tx`insert into supabase_migrations.schema_migrations (version) values (${version})`;
    });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'before-'));
    const maker = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
    await maker.unsafe(`create database ${name}`);
    await maker.end();
    admin = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    const [baseline = ''] = (await readdir(MIGRATIONS)).sort();
    const alone = path.join(folder, 'baseline');
    await mkdir(alone);
    await cp(path.join(MIGRATIONS, baseline), path.join(alone, baseline));
    await start(alone);
  });
  afterAll(async () => {
    await admin.end();
    const maker = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
    await maker.unsafe(`drop database ${name} with (force)`);
    await maker.end();
    await rm(folder, { recursive: true, force: true });
  });

  it('of an earlier one is refused, and nothing changes', async () => {
    await made('20260101000100', '20260108000540');
    await expect(start(MIGRATIONS)).rejects.toThrow(
      /Start it once with the last release before 0\.9\.0/,
    );
    expect(await versions()).toEqual(['20260101000100', '20260108000540']);
  });

  it('of the last one gets the baseline for its history and what came after, and keeps its rows', async () => {
    await made('20260101000100', '20260109001083');
    const pepper = await admin`select value from private.settings where key = 'pepper'`;
    expect((await start(MIGRATIONS)).filter((line) => /differ|compared/.test(line))).toEqual([]);
    const files = (await readdir(MIGRATIONS)).sort();
    expect(await versions()).toEqual(files.map((file) => file.slice(0, 14)));
    expect(await admin`select value from private.settings where key = 'pepper'`).toEqual(pepper);
    const db = await openPostgres(databaseUrl);
    expect(await compareWithMigrations(db, MIGRATIONS).finally(() => db.close())).toEqual([]);
    expect(await start(MIGRATIONS)).toEqual([]);
  });
});
