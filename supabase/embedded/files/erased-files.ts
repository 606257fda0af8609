import type { Database } from '../base/database.ts';
import type { ObjectFiles } from './object-files.ts';

/** Readers who have just read the row of a version that was replaced find its bytes for so long. */
const REPLACED_MS = 5000;
/** How often the files are compared with the rows. */
const SWEEP_MS = 6 * 3_600_000;

/**
 * Keeps the files in step with `storage.objects` when rows go in SQL (an account that is deleted), and removes what a
 * crash between file and row left behind. Returns what ends it.
 */
export async function followErasures(
  db: Database,
  files: ObjectFiles,
): Promise<() => Promise<void>> {
  const erase = (payload: string) => files.forget(JSON.parse(payload));
  const later = (payload: string) => void setTimeout(erase, REPLACED_MS, payload).unref();
  // What stays after a failure goes with the next one.
  const sweep = () => void files.sweep(db).catch(() => {});
  const stops = [
    await db.listen('embedded_object_gone', erase, sweep),
    await db.listen('embedded_object_replaced', later),
  ];
  // A bucket may be away, and its list is long: nobody waits for it. On the disk nothing is under way yet.
  if (files.inBucket) sweep();
  else await files.sweep(db, Date.now());
  const timer = setInterval(sweep, SWEEP_MS).unref();
  return async () => {
    clearInterval(timer);
    for (const stop of stops) await stop();
  };
}
