import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const WAIT_MS = 200;
const SQLITE_BUSY = 5;

/**
 * Takes the lock that a file stands for; gives what releases it, or null while another process has it.
 *
 * The lock is the operating system's (an exclusive SQLite transaction on an empty file), so it ends with its process,
 * however that ends: there is no stale lock to judge by age or by a process id that was given out again. The file
 * stays: removing it could remove one that another process holds.
 */
export function tryLock(file: string): (() => void) | null {
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(file, { timeout: 0 });
    handle.exec('begin exclusive');
    return () => handle?.close();
  } catch (error) {
    handle?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

/** Runs `work` while no other process runs any with the same lock file; waits for its turn. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  let unlock = tryLock(file);
  for (; !unlock; unlock = tryLock(file)) await pause(WAIT_MS);
  try {
    return await work();
  } finally {
    unlock();
  }
}
