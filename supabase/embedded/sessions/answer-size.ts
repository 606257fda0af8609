/** In characters, of what was JSON: rows of other queries are read in between. */
const lengths = new WeakMap<object, number>();

/** `JSON.parse` for a driver, measured for `sizeOfRow`. */
export function parseCounted(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null) lengths.set(value, text.length);
  return value;
}

/** About how many characters a row takes in an answer. */
export function sizeOfRow(row: object): number {
  let size = 0;
  for (const [name, value] of Object.entries(row)) size += name.length + sizeOf(value);
  return size;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  const length = lengths.get(value);
  if (length !== undefined) return length;
  return Array.isArray(value) ? value.reduce<number>((sum, item) => sum + sizeOf(item), 0) : 8;
}
