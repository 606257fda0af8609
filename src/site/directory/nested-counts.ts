/** How many there are of each item, by a key. */
export type NestedCounts = Map<string, Map<string, number>>;

/** Adds to a count, or takes from it; what there is none of has no entry. */
export function addCount(counts: NestedCounts, key: string, item: string, by: 1 | -1): void {
  const items = counts.get(key) ?? new Map<string, number>();
  counts.set(key, items);
  const count = (items.get(item) ?? 0) + by;
  if (count > 0) items.set(item, count);
  else items.delete(item);
  if (items.size === 0) counts.delete(key);
}
