import { setTimeout as pause } from 'node:timers/promises';

export interface BackoffLimits {
  firstMs: number;
  mostMs: number;
}

const USUAL: BackoffLimits = { firstMs: 1000, mostMs: 5 * 60_000 };

/** Milliseconds to wait after so many failed attempts, twice as long after each; at least 1 attempt. */
export function backoff(attempts: number, { firstMs, mostMs } = USUAL): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(attempts - 1, 20));
}

/** Tries until it works; says each time what failed, and how long it waits. */
export async function untilItWorks<T>(
  work: () => Promise<T>,
  onFailure: (error: unknown, waitMs: number) => void,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work();
    } catch (error) {
      const waitMs = backoff(attempts);
      onFailure(error, waitMs);
      await pause(waitMs);
    }
  }
}
