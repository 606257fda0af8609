import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { folderOfTest } from '#tests/support/folder.ts';
import { watchDisk } from './watch-disk.ts';

vi.setConfig({ expect: { poll: { timeout: 30_000 } } });

let dir: string;
beforeEach(async () => {
  dir = await folderOfTest('muro-disk-');
});

/** Not by permissions: the tests may run as root, whom none stop. */
it.each([
  'storage',
  'storage/objects',
  'storage/objects/profile-photos',
  'media',
  'mail',
  'releases',
])('tells that %s cannot be written, and that it can again', async (name) => {
  await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
  await writeFile(path.join(dir, name), 'a file in its place');
  const disk = watchDisk(dir, 100);
  try {
    await expect.poll(() => disk.problem()).toBe('ENOTDIR');
    await rm(path.join(dir, name));
    await expect.poll(() => disk.problem()).toBeNull();
    await mkdir(path.join(dir, name));
  } finally {
    disk.stop();
  }
});

it('leaves nothing behind, and takes a folder that is not made yet for none', async () => {
  const bucket = path.join('storage', 'objects', 'lead-photos');
  await mkdir(path.join(dir, bucket), { recursive: true });
  const disk = watchDisk(dir, 100);
  await expect.poll(() => disk.problem()).toBeNull();
  disk.stop();
  await expect
    .poll(async () => (await readdir(dir, { recursive: true })).toSorted())
    .toEqual(['storage', path.join('storage', 'objects'), bucket]);
});
