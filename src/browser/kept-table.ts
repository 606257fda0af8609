import { type EntryStorage, keysOf } from './browser-storage.ts';

const DAY_MS = 24 * 3600 * 1000;

/** How long a browser keeps what was not sent, because it names people. */
export const KEPT_MS = {
  /** A quote request on its way; a message that old no longer goes by itself. */
  sending: DAY_MS,
  /** A half-written request or message, a message on its way, photos on their way. */
  unsent: 7 * DAY_MS,
  /** What was typed into any other form. */
  form: 30 * DAY_MS,
};

/** For a page that opens to try once what it finds too old. */
const LAST_CHANCE_MS = 10 * 60_000;

/** Something kept, with the time since which it is. */
export interface Aged {
  at: number;
  /** It has had its last chance. */
  late?: boolean;
}

/**
 * What waits to be sent, or null once its time is over. A clock that was slow and is set right makes everything old at
 * once, so whatever is found too old gets one last chance.
 */
export function keptOn<T extends Aged>(item: T, keptMs: number, now: number): T | null {
  if (now - item.at < keptMs) return item;
  return item.late ? null : { ...item, late: true, at: now - keptMs + LAST_CHANCE_MS };
}

interface Table<T> {
  storage: EntryStorage;
  /** The beginning of the keys; the rest of a key is the id of its item. */
  prefix: string;
  keptMs: number;
  /** Its items wait to be sent, so each has a last chance. */
  waits?: boolean;
  now?: () => number;
  /** Makes an item of what is stored; null for what is none. */
  read?: (stored: T) => T | null;
  sort?: (a: T, b: T) => number;
  /** A key that is there while `when` holds for an item: scripts look for it that do not load the table. */
  flag?: { key: string; when: (item: T) => boolean };
}

/** Items of this browser, one key each, so that two tabs never overwrite each other's. What is too old or unreadable is removed when met. */
export function keptTable<T extends Aged>(table: Table<T>) {
  const { storage, prefix, keptMs, waits, now = Date.now, read = (stored) => stored } = table;
  const { sort = (a, b) => a.at - b.at, flag } = table;
  const write = (key: string, item: T) => storage.setItem(key, JSON.stringify(item));
  const young = (item: T) => (now() - item.at < keptMs ? item : null);

  function itemOf(key: string): T | null {
    const stored = parsed<T>(storage.getItem(key));
    const kept = stored && (waits ? keptOn(stored, keptMs, now()) : young(stored));
    const item = kept && read(kept);
    if (!item) storage.removeItem(key);
    else if (kept !== stored) write(key, kept);
    return item;
  }
  function all(): T[] {
    const keys = keysOf(storage).filter((key) => key.startsWith(prefix));
    const items = keys.flatMap((key) => itemOf(key) ?? []).sort(sort);
    if (flag) raise(flag.key, items.some(flag.when));
    return items;
  }
  function raise(key: string, up: boolean): void {
    if (up === (storage.getItem(key) !== null)) return;
    if (up) storage.setItem(key, '1');
    else storage.removeItem(key);
  }
  return {
    all,
    get: (id: string) => itemOf(prefix + id),
    put(id: string, item: T): void {
      write(prefix + id, item);
      if (flag) all();
    },
    remove(id: string): void {
      storage.removeItem(prefix + id);
      if (flag) all();
    },
  };
}

/** Null for what is no object. */
function parsed<T>(text: string | null): T | null {
  try {
    const stored = JSON.parse(text ?? 'null');
    return typeof stored === 'object' ? stored : null;
  } catch {
    return null;
  }
}
