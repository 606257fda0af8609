import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { folderOfTest } from '#tests/support/folder.ts';
import { writeAtomic } from './files.ts';

let dir: string;
beforeEach(async () => {
  dir = await folderOfTest('muro-files-');
});

it('makes the folder, replaces what was there and leaves nothing beside it', async () => {
  const file = path.join(dir, 'a/b.json');
  await writeAtomic(file, 'before');
  await writeAtomic(file, 'after', { mode: 0o600 });
  expect(await readFile(file, 'utf8')).toBe('after');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.dirname(file))).toEqual(['b.json']);
});

it('leaves nothing beside a target that cannot be replaced', async () => {
  await mkdir(path.join(dir, 'folder/inside'), { recursive: true });
  await expect(writeAtomic(path.join(dir, 'folder'), 'x')).rejects.toThrow();
  expect(await readdir(dir)).toEqual(['folder']);
});
