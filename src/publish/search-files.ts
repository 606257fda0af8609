import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { listFiles } from './files.ts';
import type { Release } from './releases.ts';
import { retireFiles } from './stale-assets.ts';

/** Not named after their content, so they are replaced, last and in one step each. */
const ENTRY = /^(pagefind(-entry\.json|-worker\.js|\.js)|wasm\..*)$/;

/** An index whose files are beside the one in use; `switch` takes it into use. */
export interface MovedIndex {
  /**
   * Returns the files that are new, different or gone, relative to the release. With `purge`, those of the old index
   * are gone at once: somebody is not in the new one who was in the old.
   */
  switch(now?: number, options?: { purge: boolean }): Promise<string[]>;
}

/**
 * Moves the files of a new index from `from` into a release beside those of the old one, so that a search that is
 * under way finishes with the old. This may take its time: nothing refers to them before `switch`, which is quick.
 */
export async function moveSearchIndex(
  release: Pick<Release, 'dir' | 'siteDir'>,
  from: string,
): Promise<MovedIndex> {
  const dir = path.join(release.siteDir, 'pagefind');
  const names = async (folder: string) =>
    (await listFiles(folder)).map((file) => file.split(path.sep).join('/'));
  const [old, files] = [new Set(await names(dir)), await names(from)];
  const added = files.filter((file) => !ENTRY.test(file) && !old.has(file));
  const entries = files.filter((file) => ENTRY.test(file));
  const move = async (file: string) => rename(path.join(from, file), path.join(dir, file));
  for (const folder of new Set(files.map((file) => path.dirname(file)))) {
    await mkdir(path.join(dir, folder), { recursive: true });
  }
  for (const file of added) await move(file);
  return {
    switch: async (now = Date.now(), options) => {
      for (const file of entries) await move(file);
      const current = new Set(files);
      const unused = [...old]
        .filter((file) => !current.has(file))
        .map((file) => `pagefind/${file}`);
      const gone = await retireFiles(release, unused, now, options);
      return [...[...added, ...entries].map((file) => `pagefind/${file}`), ...gone];
    },
  };
}
