/** @module-tag long */
// What `npm run backup -- --wal` keeps brings an archive to any moment since.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeBackup } from '#embedded/backup/backup.ts';
import { removeOlder } from '#embedded/backup/older.ts';
import { restoreBackup } from '#embedded/backup/restore.ts';
import { keepLog } from '#embedded/backup/wal.ts';
import { loadKeys, withDatabase } from '#embedded/index.ts';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { pictureBytes } from '#tests/support/pictures.ts';
import { runScript } from '#tests/support/run-script.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

let folder: string;
let source: string;
let backend: TestBackend;
const mute = () => {};
const keys = () => loadKeys(source);
const keep = async () => keepLog({ folder, dataDir: source, keys: await keys() });
const archive = async () =>
  (await makeBackup({ file: folder, dataDir: source, keys: await keys(), log: mute })).file;
const note = (name: string) =>
  backend.sql(`insert into private.settings (key, value) values ($1, 'kept')`, [name]);

beforeEach(async () => {
  folder = await folderOfTest('kept until ');
  source = path.join(folder, 'source');
  await mkdir(source);
  backend = await testBackend({ dataDir: source, keys: await keys(), engine: 'native' });
});
afterEach(() => backend.stop());

/** What a restored directory knows. */
async function restored(file: string, until: string | null | undefined) {
  const dataDir = await mkdtemp(path.join(folder, 'restored '));
  const answer = await restoreBackup({ file, dataDir, until, log: mute });
  const names = await withDatabase(
    { dataDir, keys: await loadKeys(dataDir), log: mute } as never,
    async (db) =>
      (
        await db.sql<{ key: string }>(
          `select key from private.settings where value = 'kept' order by key`,
        )
      ).map(({ key }) => key),
  );
  return { ...answer, dataDir, names };
}

/** Two moments that no clock confuses. */
async function moment(): Promise<string> {
  await setTimeout(50);
  const [row] = await backend.sql<{ now: string }>(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  );
  await setTimeout(50);
  return row?.now ?? '';
}

it('goes on from an archive to a moment, to the end, or not at all', async () => {
  expect((await keep()).isFirst).toBe(true);
  await note('a_before');
  const file = await archive();
  await note('b_after');
  const artist = await backend.signedIn('artist');
  const photo = `${artist.id}/new.png`;
  const sent = await artist.client.storage
    .from('profile-photos')
    .upload(photo, pictureBytes('png'), { contentType: 'image/png' });
  expect(sent.error).toBeNull();
  expect(await keep()).toMatchObject({ isFirst: false });
  const between = await moment();
  await note('c_late');
  await backend.sql(`delete from private.settings where key = 'a_before'`);
  expect((await keep()).segments).toBeGreaterThan(0);
  // What nobody keeps in time is lost.
  await note('d_lost');

  expect((await restored(file, undefined)).names).toEqual(['a_before']);
  const then = await restored(file, between);
  expect(then.names).toEqual(['a_before', 'b_after']);
  expect(then.missing).toBe(0);
  expect(existsSync(path.join(then.dataDir, 'storage/objects/profile-photos', photo))).toBe(true);
  expect((await restored(file, null)).names).toEqual(['b_after', 'c_late']);
  await expect(restored(file, '2999-01-01T00:00:00.000Z')).rejects.toThrow(
    'The log ends before the moment that was asked for',
  );
});

it('refuses what no log goes on from, or one with a gap', async () => {
  const early = await archive();
  await expect(restored(early, null)).rejects.toThrow(/has no log that goes on from/);
  for (let i = 0; i < 3; i++) {
    await note(`note_${i}`);
    await keep();
  }
  const parts = (await readdir(path.join(folder, 'wal'))).filter((name) => name.endsWith('.zst'));
  expect(parts.length).toBeGreaterThan(1);
  await rm(path.join(folder, 'wal', parts.sort().at(-2) ?? ''));
  await expect(restored(early, null)).rejects.toThrow(/A part of the log in .* is missing before/);
});

it('goes with the last archive that needs it', async () => {
  await keep();
  await note('one');
  await keep();
  const file = await archive();
  const parts = async () =>
    (await readdir(path.join(folder, 'wal'))).filter((name) => name.endsWith('.zst'));
  expect(await parts()).not.toEqual([]);
  await removeOlder(file, 1);
  expect(await parts()).not.toEqual([]);
  const future = Date.now() / 1000 + 2 * 86_400;
  await utimes(file, future, future);
  await removeOlder(file, 1);
  expect(await parts()).toEqual([]);
});

it('never mixes two lives of a database', async () => {
  const file = await archive();
  await keep();
  await note('one');
  await keep();
  await backend.stop();
  const { dataDir } = await restored(file, undefined);
  source = dataDir;
  backend = await testBackend({ dataDir: source, keys: await keys(), engine: 'native' });
  // Its next parts have the names of those that the first life wrote.
  for (let i = 0; i < 2; i++)
    await expect(keep()).rejects.toThrow(/wal has the log of another database, or of this one/);
  await rename(path.join(folder, 'wal'), path.join(folder, 'wal before'));
  expect(await keep()).toMatchObject({ isFirst: true });
});

it('goes on after a first time that was cut short', async () => {
  await keep();
  await rm(path.join(folder, 'wal/since'));
  expect(await keep()).toMatchObject({ isFirst: false });
});

it('is a command', async () => {
  const first = await runScript('backup.ts', source, '--wal', folder);
  expect(first.out).toMatch(/From now on .* is kept up to the minute\. Make a backup there now/);
  const next = await runScript('backup.ts', source, '--wal', folder);
  expect(next.out).toMatch(/is up to this minute \(\d+ new parts of the log\)/);
  const wrong = await runScript('restore.ts', source, 'x', '--until', '14:05');
  expect(wrong.out).toMatch(/--until takes a time with its zone/);
});
