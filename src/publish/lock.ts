import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const WAIT_MS = 200;
const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process runs any with the same lock file; waits for its turn.
 *
 * The lock is the operating system's (an exclusive SQLite transaction on an empty file), so it ends with its process,
 * however that ends. The file stays: whoever removed it could remove one that another process holds.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const handle = new DatabaseSync(file, { timeout: 0 });
  try {
    while (!tryToTake(handle)) await pause(WAIT_MS);
    return await work();
  } finally {
    handle.close();
  }
}

/** False while another process holds it. */
function tryToTake(handle: DatabaseSync): boolean {
  try {
    handle.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
