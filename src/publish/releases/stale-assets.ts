import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { TEXT_FOLDERS } from '#features/directory/search/bio-index.ts';
import { exists, ifExists, linkFile, listFiles, writeAtomic } from '#node/files.ts';
import type { Release } from './releases.ts';

/** A visitor may still have the page open that refers to them: scripts and index files stay for a day. */
export const GRACE_MS = 24 * 3600_000;

type Times = Record<string, number>;
type ReleaseDirs = Pick<Release, 'dir' | 'siteDir'>;

const timesFile = (release: ReleaseDirs) => path.join(release.dir, 'superseded.json');

async function readTimes(release: ReleaseDirs): Promise<Times> {
  return JSON.parse((await ifExists(readFile(timesFile(release), 'utf8'))) ?? '{}');
}

/**
 * Notes that these files of a release are no longer referred to, and removes those for which that has been so for
 * a day, or all of them if nothing of the past may stay. Returns the removed ones.
 */
export async function retireFiles(
  release: ReleaseDirs,
  unused: readonly string[],
  now: number,
  { purge = false } = {},
): Promise<string[]> {
  const before = await readTimes(release);
  const removed: string[] = [];
  const times: Times = {};
  for (const name of unused) {
    const since = before[name] ?? now;
    if (!purge && now - since <= GRACE_MS) {
      times[name] = since;
      continue;
    }
    await rm(path.join(release.siteDir, name), { force: true });
    removed.push(name);
  }
  // Files of other folders keep their times.
  const known = new Set(unused);
  for (const [name, since] of Object.entries(before)) {
    if (!known.has(name) && folderOf(name) !== folderOf(unused[0])) times[name] = since;
  }
  await writeAtomic(timesFile(release), JSON.stringify(times));
  return removed;
}

const folderOf = (name: string | undefined) => name?.split('/')[0];

/** Folders whose files are named after their content. */
const HASHED_FOLDERS = ['_astro', ...Object.values(TEXT_FOLDERS)];

/** Takes over into a new release what pages of the previous one refer to, unless it is out of use for a day. */
export async function carryOver(from: ReleaseDirs, to: ReleaseDirs, now: number): Promise<void> {
  const before = await readTimes(from);
  const times: Times = {};
  for (const folder of HASHED_FOLDERS) {
    for (const file of await listFiles(path.join(from.siteDir, folder))) {
      const name = `${folder}/${file}`;
      const target = path.join(to.siteDir, name);
      const since = before[name] ?? now;
      if (now - since > GRACE_MS || (await exists(target))) continue;
      await linkFile(path.join(from.siteDir, name), target);
      times[name] = since;
    }
  }
  await writeAtomic(timesFile(to), JSON.stringify(times));
}
