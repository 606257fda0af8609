import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MUTATIONS } from './table.ts';

it('every mutation stands once in its file, and the tests nearest to it are there', () => {
  const stale = MUTATIONS.flatMap(({ file, find, near }) => [
    ...(find && readFileSync(file, 'utf8').split(find).length !== 2 ? [`${file}: ${find}`] : []),
    ...near.filter((path) => !existsSync(path)),
  ]);
  expect(stale).toEqual([]);
});
