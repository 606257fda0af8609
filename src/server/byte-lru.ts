export interface ByteLru<K, V> {
  /** What is kept for the key, which counts as used now. */
  get(key: K): V | undefined;
  has(key: K): boolean;
  /** Keeps a value; those that were used longest ago make room. One that alone is too large is not kept. */
  set(key: K, value: V, bytes: number): void;
  delete(key: K): void;
  /** Bytes that may still come before one has to go. */
  room(): number;
}

/** Keeps what was used last, as long as all of it together is no larger than `budgetBytes`. */
export function byteLru<K, V>(budgetBytes: number): ByteLru<K, V> {
  /** The least recently used first. */
  const kept = new Map<K, { value: V; bytes: number }>();
  let held = 0;
  let newest: K | undefined;

  const drop = (key: K) => {
    held -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
    if (key === newest) newest = undefined;
  };
  return {
    get: (key) => {
      const entry = kept.get(key);
      if (!entry) return undefined;
      if (key !== newest) {
        kept.delete(key);
        kept.set(key, entry);
        newest = key;
      }
      return entry.value;
    },
    has: (key) => kept.has(key),
    set: (key, value, bytes) => {
      drop(key);
      if (bytes > budgetBytes) return;
      kept.set(key, { value, bytes });
      held += bytes;
      newest = key;
      for (const oldest of kept.keys()) {
        if (held <= budgetBytes) return;
        drop(oldest);
      }
    },
    delete: drop,
    room: () => budgetBytes - held,
  };
}
