import { ANSWER_MS, within } from '#lib/within.ts';

/** Held by nobody: asking for it tells whether this browser grants locks at all. */
const PROBE = 'mural.probe';
let granting: Promise<boolean> | undefined;

/** Whether this browser grants locks. Some know them and never answer. */
function grantsLocks(): Promise<boolean> {
  granting ??= (async () => {
    await within(
      navigator.locks.request(PROBE, { mode: 'shared' }, async () => {}),
      ANSWER_MS,
    );
    return true;
  })().catch(() => false);
  return granting;
}

/**
 * Runs `work` while nothing else in this browser holds the name, however long that takes. Where the browser grants no
 * locks two tabs may send the same key at once; the database makes one of it.
 */
export async function browserLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return (await grantsLocks()) ? navigator.locks.request(name, work) : work();
}
