import { keysOf, usableStorage } from '#browser/browser-storage.ts';

const KEY = 'quote.own';
const SEEN_KEY = 'quote.seen';

/** Which entry of the outbox belongs to this tab, so that a reload goes on with it and another tab does not. */
export const ownEntry = {
  get: (): string | null => usableStorage('sessionStorage').getItem(KEY),
  set: (key: string) => usableStorage('sessionStorage').setItem(KEY, key),
  clear: () => usableStorage('sessionStorage').removeItem(KEY),
};

/** The request whose choice of artists this tab has shown: a client who left it unfinished comes back for something else. */
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

const CHOOSING = 'choose';

/**
 * Says in the address whether artists are being chosen: a reload then keeps their place before this code is there
 * (quote.css), and shows the page once what it asks for is drawn, or turns out not to be there.
 */
export function markChoosing(on: boolean): void {
  const url = new URL(location.href);
  if (on) url.searchParams.set(CHOOSING, '');
  else url.searchParams.delete(CHOOSING);
  if (url.href === location.href && !on) return;
  history.replaceState(history.state, '', url);
  delete document.documentElement.dataset.query;
}
