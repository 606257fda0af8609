import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Releases } from '#publish/releases/releases.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { explain } from './faults.ts';

it.each([
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'this user has no permission'],
  ['EROFS', 'the disk is mounted read-only'],
  ['EMFILE', 'too many files are open'],
])('says in one sentence what %s means for a file', (code, cause) => {
  const error = Object.assign(new Error(`${code}: no`), { code, path: '/data/releases' });
  expect(explain(error)).toMatch(
    new RegExp(`^/data/releases cannot be opened or written: ${cause}.*\\.$`),
  );
});

it('names the cause where a file is in the place of the releases', async () => {
  const dir = await folderOfTest('muro-faults-');
  await writeFile(path.join(dir, 'releases'), '');
  const releases = new Releases(dir);
  const error = await releases.draft('r1').catch((thrown: unknown) => thrown);
  expect(explain(error)).toMatch(/releases.* cannot be opened or written: .*\.$/);
});

it('leaves other errors their own words', () => {
  expect(explain(new Error('Port 80 is in use.'))).toBe('Port 80 is in use.');
  expect(explain(new TypeError('x is not a function'))).toContain('faults.test.ts');
});
