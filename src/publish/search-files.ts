import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listFiles, writeAtomic } from './files.ts';
import type { Release } from './releases.ts';
import type { IndexFile } from './search-index.ts';
import { retireFiles } from './superseded.ts';

/** Not named after their content, so they are replaced, last and in one step each. */
const ENTRY = /^(pagefind(-entry\.json|-worker\.js|\.js)|wasm\..*)$/;

/**
 * Puts a new index into a release beside the old one and then switches to it, so that a search that is
 * under way finishes with the old. Returns the files that are new, different or gone, relative to the release.
 */
export async function writeSearchFiles(
  release: Pick<Release, 'dir' | 'siteDir'>,
  files: readonly IndexFile[],
  now: number = Date.now(),
): Promise<string[]> {
  const dir = path.join(release.siteDir, 'pagefind');
  const old = new Set((await listFiles(dir)).map((file) => file.split(path.sep).join('/')));
  const changed: string[] = [];
  for (const file of files.filter((f) => !ENTRY.test(f.path) && !old.has(f.path))) {
    const target = path.join(dir, file.path);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, file.content);
    changed.push(`pagefind/${file.path}`);
  }
  for (const file of files.filter((f) => ENTRY.test(f.path))) {
    await writeAtomic(path.join(dir, file.path), file.content);
    changed.push(`pagefind/${file.path}`);
  }
  const current = new Set(files.map((file) => file.path));
  const unused = [...old].filter((file) => !current.has(file)).map((file) => `pagefind/${file}`);
  return [...changed, ...(await retireFiles(release, unused, now))];
}
