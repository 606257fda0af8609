export type Area = 'localStorage' | 'sessionStorage';

/** Dispatched on `window` when the browser refuses to keep something: from then on the page keeps it, while it lives. */
export const UNKEPT_EVENT = 'mural:unkept';

/** A `Storage` that lasts as long as the page. */
export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (i) => [...items.keys()][i] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

/** That of a browser which refuses all of it: it has nothing, and room for nothing. */
const REFUSED: Storage = {
  ...memoryStorage(),
  setItem() {
    throw new Error('refused');
  },
};

/** `storage`, and in front of it what it had no room for. */
function withOverflow(storage: Storage, overflow: Storage): Storage {
  const keys = () => {
    const over = keysOf(overflow);
    return [...keysOf(storage).filter((key) => !over.includes(key)), ...over];
  };
  return {
    get length() {
      return keys().length;
    },
    key: (i) => keys()[i] ?? null,
    getItem: (key) => overflow.getItem(key) ?? storage.getItem(key),
    setItem(key, value) {
      try {
        storage.setItem(key, value);
        overflow.removeItem(key);
      } catch {
        overflow.setItem(key, value);
        globalThis.dispatchEvent?.(new Event(UNKEPT_EVENT));
      }
    },
    removeItem(key) {
      overflow.removeItem(key);
      storage.removeItem(key);
    },
    clear() {
      overflow.clear();
      storage.clear();
    },
  };
}

const opened = new Map<Area, { storage: Storage; unkept: Storage }>();

/** Opened once a page, and without writing: a write would wake every other tab. */
function open(area: Area) {
  const known = opened.get(area);
  if (known) return known;
  const unkept = memoryStorage();
  let kept = REFUSED;
  try {
    kept = globalThis[area] ?? REFUSED;
  } catch {
    // A browser that refuses storage throws as soon as it is named.
  }
  const made = { storage: withOverflow(kept, unkept), unkept };
  opened.set(area, made);
  return made;
}

/**
 * The named storage, the same one for the life of the page. What the browser refuses to keep, because it has no room
 * or lets nobody write, stays in memory: nothing is forgotten while the page is open.
 */
export const usableStorage = (area: Area): Storage => open(area).storage;

/** The keys of what is only in this page's memory and goes with it. */
export const unkeptKeys = (area: Area): string[] => keysOf(open(area).unkept);

/** Every key that is there. */
export function keysOf(storage: Pick<Storage, 'length' | 'key'>): string[] {
  return Array.from({ length: storage.length }, (_, i) => storage.key(i)).filter(
    (key) => key !== null,
  );
}

/**
 * Calls `listener` when another tab has changed one of these items, or cleared them all; returns what ends it. A
 * listener reads and shows: if it wrote, two tabs would wake each other for ever.
 */
export function onStored(
  keys: readonly string[],
  listener: (event: StorageEvent) => void,
): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === null || keys.includes(event.key)) listener(event);
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

export type EntryStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
