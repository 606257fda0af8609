import { randomBytes } from 'node:crypto';
import { access, copyFile, link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes beside the target and renames, so that a reader sees the old bytes or the new, never a part. Makes the folder
 * where there is none.
 * @param options `flush` returns only when the bytes are on the disk.
 */
export async function writeAtomic(
  file: string,
  body: string | Uint8Array,
  options: { mode?: number; flush?: boolean } = {},
): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(draft, body, options).catch(async (error) => {
      if (error.code !== 'ENOENT') throw error;
      // A folder is as closed as the files in it: a person who may read one may look for it.
      const mode = options.mode === undefined ? {} : { mode: folderMode(options.mode) };
      await mkdir(path.dirname(file), { recursive: true, ...mode });
      await writeFile(draft, body, options);
    });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** 0700 for 0600. */
const folderMode = (file: number): number => file | ((file & 0o444) >> 2);

/** Puts a file there as well, where nothing is yet: of the same bytes, or a copy of them where the disk takes no links. */
export async function linkFile(source: string, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  await link(source, target).catch(() => copyFile(source, target));
}

/** What is read, or null where there is no such file. Any other error says nothing of what the file holds. */
export async function ifExists<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Every file below a directory, relative to it and with slashes, without the leftovers of interrupted writes. */
export async function listFiles(dir: string): Promise<string[]> {
  const entries = await ifExists(readdir(dir, { recursive: true, withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, '/'));
}

export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
