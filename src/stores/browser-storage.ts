/** A `Storage` that lasts as long as the page: for browsers that refuse the real one. */
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

/** The named storage if this browser lets the page write to it, else one in memory. */
export function usableStorage(name: 'localStorage' | 'sessionStorage'): Storage {
  try {
    const storage = window[name];
    storage.setItem('storage-probe', '1');
    storage.removeItem('storage-probe');
    return storage;
  } catch {
    return memoryStorage();
  }
}
