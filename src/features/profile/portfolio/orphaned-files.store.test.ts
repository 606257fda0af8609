import { expect, it } from 'vitest';
import { orphanedFiles } from './orphaned-files.store.ts';

it('takes only old files of its own naming that nothing shows', () => {
  const now = 1_800_000_000_000;
  const old = `u/${now - 3_600_001}-0.webp`;
  const young = `u/${now - 3_599_999}-0.webp`;
  const shown = `u/${now - 9_000_000}-1.jpg`;
  const seeded = 'u/mural-3.jpg';
  const files = [old, young, shown, seeded];
  expect(orphanedFiles(files, new Set([shown]), now - 600_000, now)).toEqual([old]);
  // Somebody may be looking at the Undo of a removal.
  expect(orphanedFiles(files, new Set([shown]), now - 599_999, now)).toEqual([]);
});
