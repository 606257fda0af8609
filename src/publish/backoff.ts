const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 5 * 60_000;

/** How long to wait after so many failed attempts: one second, two, four, and at most five minutes. */
export function backoff(attempts: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20));
}
