import { ownerOf } from './browser-keys.ts';
import { type Area, keysOf, usableStorage } from './browser-storage.ts';
import { newKey } from './new-key.ts';

/** Changes with every sign-out in this browser: other tabs hear of it, and what is older counts as erased. */
export const LEFT_KEY = 'mural-left';
/** Dispatched on `window` of the tab in which somebody leaves; other tabs see `storage`. */
const LEFT_EVENT = 'mural:left';

/** Which sign-out was the last one in this browser; null before the first. */
export const lastLeft = (): string | null => usableStorage('localStorage').getItem(LEFT_KEY);

/** Tells every tab of this browser that the person is leaving; gives what takes that back. */
export function markLeft(): () => void {
  const storage = usableStorage('localStorage');
  const before = lastLeft();
  storage.setItem(LEFT_KEY, newKey());
  return () => {
    if (before === null) storage.removeItem(LEFT_KEY);
    else storage.setItem(LEFT_KEY, before);
  };
}

/** Erases what this browser keeps of the person, but for what `spare` names, and has this page forget it too. */
export function erasePersonal(spare: (key: string) => boolean = () => false): void {
  for (const area of ['localStorage', 'sessionStorage'] satisfies Area[]) {
    const storage = usableStorage(area);
    for (const key of keysOf(storage))
      if (ownerOf(area, key) === 'person' && !spare(key)) storage.removeItem(key);
  }
  dispatchEvent(new Event(LEFT_EVENT));
}

/** Calls `forget` when somebody signs out in any tab: it drops what the page still shows of them, and writes nothing. */
export function onLeft(forget: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === LEFT_KEY && newValue) forget();
  };
  addEventListener('storage', heard);
  addEventListener(LEFT_EVENT, forget);
  return () => {
    removeEventListener('storage', heard);
    removeEventListener(LEFT_EVENT, forget);
  };
}
