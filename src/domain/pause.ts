import { monthAndYear, monthChoices } from './format.ts';

/** How many months ahead an artist can pause in the dashboard. */
const MONTHS_AHEAD = 12;

/** The month from which an artist takes requests again, as 'March 2027'; null for one who takes them now. */
export function pausedUntil(until: string | null, now: Date = new Date()): string | null {
  // Days go by UTC, as in private.takes_requests.
  return until && until > now.toISOString() ? monthAndYear(until) : null;
}

/** The first days of the coming months with their names, for an artist to choose from. */
export const pauseChoices = (now?: Date) => monthChoices(MONTHS_AHEAD, { from: 1 }, now);
