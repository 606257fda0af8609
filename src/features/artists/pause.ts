import { wallDay } from '#lib/day.ts';
import { monthAndYear, monthName } from '#lib/format.ts';
import { monthChoices } from '#lib/wall-time.ts';

/** How many months ahead an artist can pause in the dashboard. */
const MONTHS_AHEAD = 12;

/** The month from which an artist takes requests again, as 'March 2027'; null for one who takes them now. */
export function pausedUntil(until: string | null, now: Date = new Date()): string | null {
  // Days go by the walls', as in private.takes_requests.
  return until && until > wallDay(now) ? monthAndYear(until) : null;
}

/** 'Free now', or the month from which an artist is: 'From January', with its year where that is a year away. */
export function freeFrom(until: string | null, now: Date = new Date()): string {
  const month = pausedUntil(until, now);
  if (!until || !month) return 'Free now';
  const days = (Date.parse(until) - now.getTime()) / DAY_MS;
  return `From ${days < YEAR_DAYS ? monthName(until) : month}`;
}
const DAY_MS = 24 * 3600 * 1000;

/** So much of a year that no month comes in it twice. */
const YEAR_DAYS = 330;

/** The first days of the coming months with their names, for an artist to choose from. */
export const pauseChoices = (now?: Date) => monthChoices(MONTHS_AHEAD, { from: 1 }, now);
