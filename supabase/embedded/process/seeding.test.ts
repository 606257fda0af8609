/** @module-tag long */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { folderOfTest } from '#tests/support/folder.ts';
import type { SeedTarget } from '../../seed/index.ts';
import type { Database } from '../base/database.ts';
import { migrate } from '../database/migrate.ts';
import { openPglite } from '../database/pglite.ts';
import type { ObjectFiles } from '../files/object-files.ts';
import { openFiles } from '../files/open-files.ts';
import { seedOnce } from './seeding.ts';

const FIXTURES = fileURLToPath(
  new URL('../../../tests/embedded/fixtures/migrations', import.meta.url),
);
const OWNER = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
const NOBODY = 'a1b2c3d4-9dc0-11d1-b245-5ffdce74fad2';
const PIXELS = new Uint8Array([1, 2]);
const write = vi.fn<(kind: string, target: SeedTarget) => Promise<void>>();
const options = {
  seed: 'demo' as const,
  origin: 'http://127.0.0.1:4321',
  log: () => {},
  write: (kind: string, target: SeedTarget) => write(kind, target),
};
let db: Database;
let files: ObjectFiles;
let folder: string;

beforeEach(async () => {
  folder = await folderOfTest('seeding-');
  files = await openFiles(folder, null, () => {});
  db = await openPglite(null);
  await migrate(db, FIXTURES, () => {});
});
afterEach(() => db.close());

it('seeds once, objects included', async () => {
  write.mockImplementation(async (kind, target) => {
    expect([kind, target.origin]).toEqual(['demo', options.origin]);
    await target.sql("insert into public.artists (name, slug) values ('A', 'a')");
    await target.sql('insert into auth.users (id, email) values ($1, $2)', [
      OWNER,
      'a@example.com',
    ]);
    for (const folder of [OWNER, NOBODY])
      await target.putObject('profile-photos', `${folder}/p.png`, PIXELS, 'image/png');
  });
  expect(await seedOnce(db, files, options)).toBe(true);
  expect(await seedOnce(db, files, options)).toBe(false);
  expect(write).toHaveBeenCalledTimes(1);
  const metadata = expect.objectContaining({ size: 2, mimetype: 'image/png' });
  expect(
    await db.sql('select name, owner_id, metadata from storage.objects order by name'),
  ).toEqual([
    { name: `${OWNER}/p.png`, owner_id: OWNER, metadata },
    // A file of nobody has no owner, so that no account that comes later takes it along.
    { name: `${NOBODY}/p.png`, owner_id: null, metadata },
  ]);
  const [stored] = await db.sql<{ name: string; version: string }>(
    'select name, version from storage.objects order by name',
  );
  const bytes = await files.readObject({ bucket: 'profile-photos', name: '', ...stored });
  expect(bytes).toEqual(Buffer.from(PIXELS));
});

it('seeds once, also when two backends start on the same database', async () => {
  write.mockResolvedValue();
  const both = Promise.all([seedOnce(db, files, options), seedOnce(db, files, options)]);
  expect((await both).toSorted()).toEqual([false, true]);
});

it('leaves nothing behind when it fails, and tries again', async () => {
  write.mockImplementation(async (_, target) => {
    await target.sql("insert into public.artists (name, slug) values ('A', 'a')");
    throw new Error('out of paint');
  });
  await expect(seedOnce(db, files, options)).rejects.toThrow('out of paint');
  expect(await db.sql('select slug from public.artists')).toEqual([]);
  write.mockResolvedValue();
  expect(await seedOnce(db, files, options)).toBe(true);
});
