/** @module-tag long */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Backend, createKeys, moveToNative } from '#embedded/index.ts';
import { TEST_PASSWORD } from '#tests/support/backend.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { fixtureBackend, migrationsWith } from './fixture.ts';

vi.setConfig({ testTimeout: 180_000 });

const keys = createKeys();
/** What texts of other types lose most easily. */
const ODD = `create table public.odd (id bigint generated always as identity, t timestamptz, j jsonb, n numeric,
  words text[], b bytea, twice int generated always as (1 + 1) stored);`;

let dataDir: string;
let migrationsDir: string;

beforeEach(async () => {
  dataDir = await folderOfTest('database-move-');
  migrationsDir = await migrationsWith(dataDir, ODD);
});

async function start(engine?: 'pglite') {
  const backend = await fixtureBackend({ dataDir, keys, engine, migrationsDir });
  onTestFinished(() => backend.stop());
  return backend;
}
const move = () => moveToNative({ dataDir, keys, migrationsDir, log: () => {} });

it('takes a database of PGlite over, row by row, and keeps the old one', async () => {
  const before = await start('pglite');
  const artist = await before.signedIn('artist', 'mover@example.com');
  await before.sql(
    `insert into public.odd (t, j, n, words, b) values ('2026-01-02 03:04:05.678901+00', 'null', 1.50, '{"a,b",NULL,""}', '\\x00ff'),
     (null, '{"x": "é\\u0001"}', 'NaN', '{}', null)`,
  );
  const rows = (db: Backend) =>
    db.sql('select t::text, j::text, n::text, words, b::text, twice, id::text from public.odd');
  const odd = await rows(before);
  await before.stop();

  const { rows: copied, kept } = await move();
  expect(copied).toBeGreaterThan(5);
  expect(existsSync(path.join(kept, 'PG_VERSION'))).toBe(true);
  const after = await start();
  const [{ v } = { v: '' }] = await after.sql<{ v: string }>('select version() as v');
  expect(v).not.toMatch(/wasm|emscripten/i);
  expect(await rows(after)).toEqual(odd);
  await after.sql('insert into public.odd (n) values (1)');
  expect((await after.sql('select max(id)::int as id from public.odd'))[0]).toEqual({ id: 3 });
  const { data } = await after
    .anon()
    .auth.signInWithPassword({ email: 'mover@example.com', password: TEST_PASSWORD });
  expect(data.user?.id).toBe(artist.id);
});

it('changes nothing when it fails, and says why there is nothing to move', async () => {
  await expect(move()).rejects.toThrow(/There is no database in .* to move\./);
  const before = await start('pglite');
  await expect(move()).rejects.toThrow(/is in use by process/);
  await before.sql('create table public.extra (n int)');
  await before.sql('insert into public.extra values (1)');
  await before.stop();
  // A table that the migrations do not make has no place on the other side.
  await expect(move()).rejects.toThrow(/public\.extra/);
  expect(existsSync(path.join(dataDir, 'pg'))).toBe(true);
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  const again = await start();
  expect(await again.sql('select n from public.extra')).toEqual([{ n: 1 }]);
});
