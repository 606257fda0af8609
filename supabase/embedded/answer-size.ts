/** Characters of the JSON that the driver has parsed since the last row; a row is told as soon as it is read. */
let parsed = 0;

/** `JSON.parse` for a driver, counted for `sizeOfRow`. */
export function parseCounted(text: string): unknown {
  parsed += text.length;
  return JSON.parse(text);
}

/** About how many characters a row takes in an answer; to be called once for each row, when the driver gives it. */
export function sizeOfRow(row: object): number {
  let size = parsed;
  parsed = 0;
  for (const [name, value] of Object.entries(row)) size += name.length + sizeOf(value);
  return size;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 8;
  return value.reduce<number>((sum, item) => sum + sizeOf(item), 0);
}
