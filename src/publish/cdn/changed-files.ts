import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { inParallel } from '#node/concurrency.ts';
import { ifExists, listFiles } from '#node/files.ts';

const WIDTH = 8;

/** The files that are different in two folders; null where there is nothing to compare with. */
export async function changedFiles(before: string, now: string): Promise<string[] | null> {
  const old = new Set((await ifExists(listFiles(before))) ?? []);
  if (old.size === 0) return null;
  const changed: string[] = [];
  await inParallel(await listFiles(now), WIDTH, async (file) => {
    const isSame =
      old.delete(file) && (await areSame(path.join(before, file), path.join(now, file)));
    if (!isSame) changed.push(file);
  });
  return [...changed, ...old];
}

async function areSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)]);
  // Shared between releases.
  if (a.ino === b.ino && a.dev === b.dev) return true;
  return a.size === b.size && (await readFile(one)).equals(await readFile(other));
}
