import type { ReadableAtom } from 'nanostores';
import { deferred } from '#lib/deferred.ts';
import { browserLock } from './browser-lock.ts';

/** What is left of a page's work. */
type Work = ReadableAtom<{ items: readonly unknown[] }>;

/** Resolves as soon as the page has work, or has none. */
function until($work: Work, busy: boolean): Promise<void> {
  const { promise, resolve } = deferred<void>();
  const stop = $work.subscribe(({ items }) => {
    if (items.length > 0 === busy) resolve();
  });
  return promise.finally(stop);
}

/** For a page that has the lock and goes on with the work of another one. */
export const untilDone = ($work: Work): Promise<void> => until($work, false);

/** Holds the lock of this name whenever the page has work: another page that asks for it goes on with the work once this one is gone. */
export async function lockWhileBusy(name: string, $work: Work): Promise<never> {
  for (;;) {
    await until($work, true);
    await browserLock(name, () => untilDone($work));
  }
}
