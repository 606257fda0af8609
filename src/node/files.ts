import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes beside the target and renames, so that a reader sees the old bytes or the new, never a part. Makes the folder
 * where there is none.
 */
export async function writeAtomic(
  file: string,
  body: string | Uint8Array,
  options: { mode?: number } = {},
): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(draft, body, options).catch(async (error) => {
      if (error.code !== 'ENOENT') throw error;
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(draft, body, options);
    });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** What is read, or null where there is no such file. Any other error says nothing of what the file holds. */
export async function ifExists<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Every file below a directory, relative to it, without the leftovers of interrupted writes. */
export async function listFiles(dir: string): Promise<string[]> {
  const entries = await ifExists(readdir(dir, { recursive: true, withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)));
}

export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
