/** The order of a portfolio as pure functions; each gives a new list. */
export function moved(list: readonly string[], from: number, to: number): string[] {
  const item = list[from];
  if (item === undefined) return [...list];
  const rest = list.filter((_, i) => i !== from);
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, item);
  return rest;
}

/** `current` in the order of `wanted`: what was removed meanwhile stays away, what was added stays at the end. */
export function inOrderOf(current: readonly string[], wanted: readonly string[]): string[] {
  const known = wanted.filter((url) => current.includes(url));
  return [...known, ...current.filter((url) => !wanted.includes(url))];
}

/** Puts a removed picture back where it was, or where that place is now. */
export function putBack(current: readonly string[], url: string, index: number): string[] {
  if (current.includes(url)) return [...current];
  const list = [...current];
  list.splice(Math.min(index, list.length), 0, url);
  return list;
}

/** Adds new pictures at the end, up to `limit`. */
export function withAdded(
  current: readonly string[],
  urls: readonly string[],
  limit: number,
): string[] {
  return [...current, ...urls.filter((url) => !current.includes(url))].slice(0, limit);
}
