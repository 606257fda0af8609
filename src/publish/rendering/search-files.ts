import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { BIO_PARTS_FILE } from '#features/directory/search/bio-index.ts';
import { exists, ifExists, listFiles } from '#node/files.ts';
import type { Release } from '../releases/releases.ts';
import { retireFiles } from '../releases/stale-assets.ts';

/** The parts of a release's index in a folder, which a new index may share with it. */
export async function indexParts(
  { siteDir }: Pick<Release, 'siteDir'>,
  folder: string,
): Promise<string[]> {
  const file = path.join(siteDir, folder, BIO_PARTS_FILE);
  return JSON.parse((await ifExists(readFile(file, 'utf8'))) ?? '[]');
}

/** An index whose files are beside the one in use; `switch` takes it into use. */
export interface MovedIndex {
  /**
   * Returns the files that are new, different or gone, relative to the release. With `purge`, those of the old index
   * are gone at once: an artist who was in the old one may not be in the new.
   */
  switch(now?: number, options?: { purge: boolean }): Promise<string[]>;
}

/**
 * Moves the parts of a new index from `from` into a release beside those of the old one, so that a search that is
 * under way finishes with the old. This may take its time: nothing refers to them before `switch`, which is quick.
 */
export async function moveSearchIndex(
  release: Pick<Release, 'dir' | 'siteDir'>,
  from: string,
  folder: string,
): Promise<MovedIndex> {
  const dir = path.join(release.siteDir, folder);
  await mkdir(dir, { recursive: true });
  const parts: string[] = JSON.parse(await readFile(path.join(from, BIO_PARTS_FILE), 'utf8'));
  const added: string[] = [];
  for (const part of parts) {
    if (!(await exists(path.join(from, part)))) continue;
    // Left by an index that was never taken into use.
    await rm(path.join(dir, part), { recursive: true, force: true });
    await rename(path.join(from, part), path.join(dir, part));
    const files = await listFiles(path.join(dir, part));
    added.push(...files.map((file) => `${folder}/${part}/${file}`));
  }
  return {
    switch: async (now = Date.now(), options) => {
      await rename(path.join(from, BIO_PARTS_FILE), path.join(dir, BIO_PARTS_FILE));
      const used = new Set([BIO_PARTS_FILE, ...parts]);
      const unused = (await listFiles(dir))
        .filter((file) => !used.has(file.split('/')[0] ?? ''))
        .map((file) => `${folder}/${file}`);
      const gone = await retireFiles(release, unused, now, options);
      return [...added, `${folder}/${BIO_PARTS_FILE}`, ...gone];
    },
  };
}
