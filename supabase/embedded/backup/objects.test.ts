import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '#tests/support/folder.ts';
import { keepFiles } from './objects.ts';

it('keeps an email again after a backup that was killed while it did', async () => {
  const [dataDir, folder] = [await folderOfTest('muro-data-'), await folderOfTest('muro-kept-')];
  for (const [at, name] of [
    [dataDir, 'one.eml'],
    [folder, 'one.eml.new'],
  ] as const) {
    await mkdir(path.join(at, 'mail'));
    await writeFile(path.join(at, 'mail', name), name);
  }
  await keepFiles({ sql: async () => [] }, dataDir, folder, false);
  expect(await readdir(path.join(folder, 'mail'))).toEqual(['one.eml']);
  expect(await readFile(path.join(folder, 'mail/one.eml'), 'utf8')).toBe('one.eml');
});
