import { existsSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../base/errors.ts';
import { InUse, lockDirectory } from '../base/lock.ts';

/** The folder of a data directory where a backup keeps links to files until they are in the archive. */
const STAGING = 'backup';

/** Where a backup that runs keeps files. */
export const stagingFolder = (dataDir: string) => path.join(dataDir, STAGING, 'files');

/**
 * A folder for what a backup keeps, emptied of what an earlier one may have left behind.
 * @throws StartupError while another backup is made.
 */
export async function openStaging(dataDir: string): Promise<{ folder: string; close: () => void }> {
  const parent = path.join(dataDir, STAGING);
  const folder = stagingFolder(dataDir);
  const unlock = locked(parent);
  if (!unlock)
    throw new StartupError(`Another backup of ${dataDir} is being made. Wait until it is done.`);
  const close = () => {
    rmSync(folder, { recursive: true, force: true });
    unlock();
    rmSync(parent, { recursive: true, force: true });
  };
  rmSync(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return { folder, close };
}

/** Removes what a backup that was killed has left: files that are erased since are among it. */
export function clearStaging(dataDir: string): void {
  const parent = path.join(dataDir, STAGING);
  const unlock = existsSync(parent) ? locked(parent) : null;
  if (!unlock) return;
  unlock();
  rmSync(parent, { recursive: true, force: true });
}

/** Null while a backup holds it. */
function locked(parent: string): (() => void) | null {
  try {
    return lockDirectory(parent);
  } catch (error) {
    if (error instanceof InUse) return null;
    throw error;
  }
}
