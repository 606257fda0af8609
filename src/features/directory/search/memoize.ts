/** The same look-up, which remembers what it found; when that is too much, it begins anew. */
export function memoize<K, V>(
  most: number,
  lookUp: (key: K) => Promise<V>,
): (key: K) => Promise<V> {
  const known = new Map<K, Promise<V>>();
  return (key) => {
    const found = known.get(key);
    if (found) return found;
    if (known.size >= most) known.clear();
    const value = lookUp(key);
    known.set(key, value);
    return value;
  };
}
