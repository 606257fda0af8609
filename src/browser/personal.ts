import { ANSWER_MS, within } from '#lib/within.ts';
import { BROWSER_KEYS, ownerOf } from './browser-keys.ts';
import { type Area, keysOf, usableStorage } from './browser-storage.ts';
import { newKey } from './new-key.ts';

/** Comes and goes at every sign-out, so that other tabs hear of it at once. */
export const SIGN_OUT_KEY = 'mural-left';

/**
 * Which sign-out was the last one in this browser: what is older counts as erased, in tabs and pages that slept
 * through it. A cookie, because it ends with the browser, as they do, and so that nothing stays where people's things
 * are kept.
 */
export const SIGN_OUT_COOKIE = 'mural_left';

/** Dispatched on `window` of the tab in which a person signs out; other tabs see `storage`. */
const SIGN_OUT_EVENT = 'mural:left';

/** The same, for this page, where cookies are refused. */
let ownMark: string | null = null;

/** A name for the last sign-out in this browser; null before the first. */
export function lastSignOut(): string | null {
  if (typeof document === 'undefined') return ownMark;
  return /(?:^|; )mural_left=([\w-]+)/.exec(document.cookie)?.[1] ?? ownMark;
}

function mark(name: string | null): void {
  ownMark = name;
  if (typeof document === 'undefined') return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers too late for a page on its way out.
  document.cookie = `${SIGN_OUT_COOKIE}=${name ?? ''}; path=/; samesite=lax${name ? '' : '; max-age=0'}`;
}

/** Tells every tab of this browser that the person is leaving; gives what takes that back. */
export function markSignOut(): () => void {
  const before = lastSignOut();
  const name = newKey();
  mark(name);
  const storage = usableStorage('localStorage');
  storage.setItem(SIGN_OUT_KEY, name);
  storage.removeItem(SIGN_OUT_KEY);
  return () => mark(before);
}

/**
 * Erases what this browser keeps of the person, but for what `spare` names, and has this page forget it too. All but
 * the photos is gone when it returns; it then tells whether the browser has erased those.
 */
export async function erasePersonal(
  spare: (key: string) => boolean = () => false,
): Promise<boolean> {
  for (const area of ['localStorage', 'sessionStorage'] satisfies Area[]) {
    const storage = usableStorage(area);
    for (const key of keysOf(storage))
      if (ownerOf(area, key) === 'person' && !spare(key)) storage.removeItem(key);
  }
  const databases = BROWSER_KEYS.filter(
    ({ area, key, whose }) => area === 'indexedDB' && whose === 'person' && !spare(key),
  );
  const erased = databases.map(({ key }) => within(dropDatabase(key), ANSWER_MS));
  dispatchEvent(new Event(SIGN_OUT_EVENT));
  return (await Promise.allSettled(erased)).every(({ status }) => status === 'fulfilled');
}

async function dropDatabase(name: string): Promise<void> {
  let request: IDBOpenDBRequest;
  try {
    request = indexedDB.deleteDatabase(name);
  } catch {
    // A browser that refuses databases throws as soon as they are named, and keeps none.
    return;
  }
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

/**
 * Calls `forget` when a visitor signs out in any tab: it drops what the page still shows of them, and writes nothing.
 */
export function onSignOut(forget: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === SIGN_OUT_KEY && newValue) forget();
  };
  addEventListener('storage', heard);
  addEventListener(SIGN_OUT_EVENT, forget);
  return () => {
    removeEventListener('storage', heard);
    removeEventListener(SIGN_OUT_EVENT, forget);
  };
}
