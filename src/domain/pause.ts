import { monthAndYear } from './format.ts';

/** How many months ahead an artist can pause in the dashboard. */
const MONTHS_AHEAD = 12;

/** The month from which an artist takes requests again, as 'March 2027'; null for one who takes them now. */
export function pausedUntil(until: string | null, now: Date = new Date()): string | null {
  // Days go by UTC, as in private.takes_requests.
  return until && until > now.toISOString() ? monthAndYear(until) : null;
}

/** The first days of the coming months with their names, for an artist to choose from. */
export function pauseChoices(now: Date = new Date()): { value: string; label: string }[] {
  return Array.from({ length: MONTHS_AHEAD }, (_, i) => {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + i, 1);
    const value = new Date(first).toISOString().slice(0, 10);
    return { value, label: monthAndYear(value) };
  });
}
