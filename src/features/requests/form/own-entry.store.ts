import { keysOf, usableStorage } from '#browser/browser-storage.ts';

const KEY = 'quote.own';
const SEEN_KEY = 'quote.seen';

/** Which entry of the outbox belongs to this tab, so that a reload goes on with it and another tab does not. */
export const ownEntry = {
  get: (): string | null => usableStorage('sessionStorage').getItem(KEY),
  set: (key: string) => usableStorage('sessionStorage').setItem(KEY, key),
  clear: () => usableStorage('sessionStorage').removeItem(KEY),
};

/** Whose choice of artists this tab has shown: whoever leaves it unfinished comes back for something else. */
export const seenChoice = {
  is: (key: string): boolean => usableStorage('sessionStorage').getItem(SEEN_KEY) === key,
  set: (key: string) => usableStorage('sessionStorage').setItem(SEEN_KEY, key),
};

/** Whether this page is the one that was there before: reloaded, or come back to. */
export function isSamePage(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
}

/** Whether this browser has an unfinished request, without loading the outbox to ask. */
export function hasUnfinished(): boolean {
  return keysOf(usableStorage('localStorage')).some((key) => key.startsWith('quote.outbox.'));
}
