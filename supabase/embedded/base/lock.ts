import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { causeOf } from '#node/causes.ts';
import { tryLock } from '#node/lock.ts';
import { StartupError } from './errors.ts';

/** Another process has the directory. */
export class InUse extends StartupError {}

/**
 * Keeps a second process out of a data directory: PGlite does not, and two would silently diverge. `backend.pid` only
 * serves the message. Returns the release.
 */
export function lockDirectory(dataDir: string): () => void {
  const pidFile = path.join(dataDir, 'backend.pid');
  const unlock = take(dataDir);
  if (!unlock)
    throw new InUse(
      `The data directory ${dataDir} is in use by ${holder(pidFile)}. Stop that one first, or choose another directory with DATA_DIR.`,
    );
  try {
    writeFileSync(pidFile, String(process.pid));
  } catch (error) {
    unlock();
    throw new StartupError(`The files in ${dataDir} cannot be written: ${causeOf(error)}.`);
  }
  return () => {
    rmSync(pidFile, { force: true });
    unlock();
  };
}

function take(dataDir: string): (() => void) | null {
  try {
    mkdirSync(dataDir, { recursive: true });
    return tryLock(path.join(dataDir, 'backend.lock'));
  } catch (error) {
    throw new StartupError(`The data directory ${dataDir} cannot be locked: ${causeOf(error)}.`);
  }
}

/**
 * The same, and waits for the process that holds the directory: a backend whose parent was killed ends within seconds.
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

function holder(pidFile: string): string {
  try {
    return `process ${Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || 'unknown'}`;
  } catch {
    return 'another process';
  }
}
