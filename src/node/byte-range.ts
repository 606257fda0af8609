/** Bytes of a file, both ends included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part of a file that a `Range` header asks for; null where it asks for none. One range only: anything more
 * elaborate gets the whole, as the standard allows.
 */
export function parseByteRange(
  header: string | null | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!first && !last) return null;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  return start > end ? 'unsatisfiable' : { start, end };
}
