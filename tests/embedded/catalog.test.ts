/** @module-tag long */
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { compareWithMigrations } from '#embedded/database/catalog.ts';
import { loadKeys, startBackend } from '#embedded/index.ts';
import { openPostgres } from '#embedded/sessions/postgres.ts';
import { ROOT } from '#node/root.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { ownDatabase } from '#tests/support/own-database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const server = inject('databaseServer');
const MIGRATIONS = path.join(ROOT, 'supabase/migrations');

describe.skipIf(server === null)('a database beside its migrations', () => {
  const database = ofFile(() => ownDatabase(server));
  const dataDir = folderOfFile('catalog-');
  let admin: postgres.Sql;
  const start = async () => {
    const lines: string[] = [];
    const backend = await startBackend({
      dataDir,
      databaseUrl: database.url,
      origin: 'http://127.0.0.1:4321',
      seed: 'none',
      keys: await loadKeys(dataDir),
      log: (line) => lines.push(line),
    });
    await backend.stop();
    return lines;
  };
  beforeAll(async () => {
    admin = postgres(database.url, { max: 1, onnotice: () => {} });
    await start();
  });
  afterAll(() => admin.end());

  const compare = async () => {
    const db = await openPostgres(database.url);
    return compareWithMigrations(db, MIGRATIONS).finally(() => db.close());
  };

  it('is as they make it at first, and says nothing', { tags: 'core' }, async () => {
    expect(await start()).toEqual([]);
    expect(await compare()).toEqual([]);
  });

  it('is compared by name: rights, functions, policies, defaults, and what is the operator’s', async () => {
    await admin.unsafe(`
      revoke execute on function public.unsubscribe(text) from service_role;
      grant select on private.settings to anon;
      alter function private.clean(text) reset search_path;
      drop policy reviews_select on public.reviews;
      alter table public.artists alter column bio set default 'x';
      alter default privileges in schema public grant select on tables to anon;
      create function public.of_the_operator() returns int language sql as $$ select 1 $$;`);
    const found = await compare();
    for (const what of [
      'grant execute on function public.unsubscribe(p_token text) to service_role is missing',
      'grant select on table private.settings to anon is of none of them',
      'function private.clean(t text) is different',
      'policy reviews_select on public.reviews is missing',
      'column public.artists.bio is different',
      'grant select on new tables in schema public to anon is of none of them',
      'function public.of_the_operator() is of none of them',
    ])
      expect(found).toContain(what);
    // A start changes nothing of it, and says nothing.
    expect(await start()).toEqual([]);
    expect(await compare()).toEqual(found);
    await admin.unsafe(`
      grant execute on function public.unsubscribe(text) to service_role;
      revoke select on private.settings from anon;
      alter function private.clean(text) set search_path = '';
      alter table public.artists alter column bio drop default;
      alter default privileges in schema public revoke select on tables from anon;
      drop function public.of_the_operator();`);
  });

  it('is given nothing by what the platform has by default, once it is made', async () => {
    await admin`update embedded.state set value = 'of another release' where key = 'prelude'`;
    expect(await start()).toEqual([]);
    expect((await compare()).filter((what) => !what.includes('reviews_select'))).toEqual([]);
  });

  it('leaves nothing of a comparison that was killed', async () => {
    const [row] = await admin`select oid from pg_database where datname = current_database()`;
    const prefix = `muro_scratch_${row?.oid}_`;
    await admin.unsafe(`create database ${prefix}killed`);
    await compare();
    expect(await admin`select 1 from pg_database where starts_with(datname, ${prefix})`).toEqual(
      [],
    );
  });
});
