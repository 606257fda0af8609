import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { causeOf } from './causes.ts';
import { StartupError } from './errors.ts';

/** Another process has the directory. */
export class InUse extends StartupError {}

/**
 * Keeps a second process out of a data directory: PGlite does not, and two would silently diverge.
 *
 * The lock is the operating system's (an exclusive SQLite transaction on an empty file), so it ends with its
 * process, however that ends: there is no stale lock to judge by age or by a process id that was given out again.
 * `backend.pid` only serves the message. Returns the release.
 */
export function lockDirectory(dataDir: string): () => void {
  const pidFile = path.join(dataDir, 'backend.pid');
  let handle: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    handle = new DatabaseSync(path.join(dataDir, 'backend.lock'), { timeout: 0 });
    handle.exec('begin exclusive');
  } catch (error) {
    handle?.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new StartupError(`The data directory ${dataDir} cannot be locked: ${causeOf(error)}.`);
    }
    throw new InUse(
      `The data directory ${dataDir} is in use by ${holder(pidFile)}. Stop that one first, or choose another directory with DATA_DIR.`,
    );
  }
  const held = handle;
  try {
    writeFileSync(pidFile, String(process.pid));
  } catch (error) {
    held.close();
    throw new StartupError(`The files in ${dataDir} cannot be written: ${causeOf(error)}.`);
  }
  return () => {
    rmSync(pidFile, { force: true });
    held.close();
  };
}

/**
 * The same, and waits for whoever holds the directory: a backend whose parent was killed ends within seconds.
 * @throws StartupError as `lockDirectory` does, when it is still held after `patienceMs`.
 */
export async function lockWhenFree(dataDir: string, patienceMs: number): Promise<() => void> {
  for (const end = performance.now() + patienceMs; ; await pause(50)) {
    try {
      return lockDirectory(dataDir);
    } catch (error) {
      if (!(error instanceof InUse) || performance.now() > end) throw error;
    }
  }
}

const SQLITE_BUSY = 5;

function holder(pidFile: string): string {
  try {
    return `process ${Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || 'unknown'}`;
  } catch {
    return 'another process';
  }
}
