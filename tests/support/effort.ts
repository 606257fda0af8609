/**
 * How often the tests that repeat themselves do so: once unless EFFORT says more. The night takes 10; 100 is for a day
 * when the machine has nothing else to do.
 */
export const EFFORT = Number(process.env.EFFORT ?? 1);

/** As many rounds as a test makes that makes `daily` of them by default; at least one. */
export function effort(daily: number): number {
  return Math.max(1, Math.round(daily * EFFORT));
}
