export interface BackoffLimits {
  firstMs: number;
  mostMs: number;
}

const USUAL: BackoffLimits = { firstMs: 1000, mostMs: 5 * 60_000 };

/** Milliseconds to wait after so many failed attempts, twice as long after each; at least 1 attempt. */
export function backoff(attempts: number, { firstMs, mostMs } = USUAL): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(attempts - 1, 20));
}
