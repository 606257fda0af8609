import type { Database } from '../base/database.ts';
import type { FileStore, ObjectName } from './files.ts';

/** Readers who have just read the row of a version that was replaced find its bytes for so long. */
const REPLACED_MS = 5000;
/** How often a bucket is compared with the rows. */
const SWEEP_MS = 6 * 3_600_000;

/**
 * Keeps the files in step with `storage.objects` when rows go in SQL (an account that is deleted), and removes what a
 * crash between file and row left behind. Returns what ends it.
 */
export async function followErasures(db: Database, files: FileStore): Promise<() => Promise<void>> {
  const erase = (payload: string) => files.forget(JSON.parse(payload) as ObjectName, new Date());
  // What stays after a failure goes at the next start.
  const sweep = () => void files.sweep(db).catch(() => {});
  const stop = await db.listen('embedded_object_gone', erase, sweep);
  if (!files.keepsVersions) await files.sweep(db);
  await files.removeOrphans();
  if (!files.keepsVersions) return stop;

  const later = (payload: string) => void setTimeout(erase, REPLACED_MS, payload).unref();
  const stopReplaced = await db.listen('embedded_object_replaced', later);
  // A bucket may be away, and its list is long: nobody waits for it.
  sweep();
  const timer = setInterval(sweep, SWEEP_MS).unref();
  return async () => {
    clearInterval(timer);
    await stopReplaced();
    await stop();
  };
}
