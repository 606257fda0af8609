import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { listFiles } from './files.ts';
import type { Release } from './releases.ts';
import { retireFiles } from './superseded.ts';

/** Not named after their content, so they are replaced, last and in one step each. */
const ENTRY = /^(pagefind(-entry\.json|-worker\.js|\.js)|wasm\..*)$/;

/**
 * Moves a new index from `from` into a release, beside the old one, and then switches to it, so that a search that
 * is under way finishes with the old. Returns the files that are new, different or gone, relative to the release.
 */
export async function moveSearchIndex(
  release: Pick<Release, 'dir' | 'siteDir'>,
  from: string,
  now: number = Date.now(),
): Promise<string[]> {
  const dir = path.join(release.siteDir, 'pagefind');
  const names = async (folder: string) =>
    (await listFiles(folder)).map((file) => file.split(path.sep).join('/'));
  const [old, files] = [new Set(await names(dir)), await names(from)];
  const added = files.filter((file) => !ENTRY.test(file) && !old.has(file));
  const moved = [...added, ...files.filter((file) => ENTRY.test(file))];
  for (const folder of new Set(moved.map((file) => path.dirname(file)))) {
    await mkdir(path.join(dir, folder), { recursive: true });
  }
  for (const file of moved) await rename(path.join(from, file), path.join(dir, file));

  const current = new Set(files);
  const unused = [...old].filter((file) => !current.has(file)).map((file) => `pagefind/${file}`);
  const gone = await retireFiles(release, unused, now);
  return [...moved.map((file) => `pagefind/${file}`), ...gone];
}
