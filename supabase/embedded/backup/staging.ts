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
  const unlock = lock(parent, dataDir);
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
  if (!existsSync(parent)) return;
  try {
    const unlock = lockDirectory(parent);
    unlock();
    rmSync(parent, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof InUse)) throw error;
  }
}

function lock(parent: string, dataDir: string): () => void {
  try {
    return lockDirectory(parent);
  } catch (error) {
    if (!(error instanceof InUse)) throw error;
    throw new StartupError(`Another backup of ${dataDir} is being made. Wait until it is done.`);
  }
}
