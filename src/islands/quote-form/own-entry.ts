import { usableStorage } from '#stores/browser-storage.ts';

const KEY = 'quote.own';

/** Which entry of the outbox belongs to this tab, so that a reload goes on with it and another tab does not. */
export const ownEntry = {
  get: (): string | null => usableStorage('sessionStorage').getItem(KEY),
  set: (key: string) => usableStorage('sessionStorage').setItem(KEY, key),
  clear: () => usableStorage('sessionStorage').removeItem(KEY),
};

/** Whether this browser has an unfinished request, without loading the outbox to ask. */
export function hasUnfinished(): boolean {
  const storage = usableStorage('localStorage');
  return Array.from({ length: storage.length }, (_, i) => storage.key(i)).some((key) =>
    key?.startsWith('quote.outbox.'),
  );
}
