const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/**
 * Where the walls are. Every moment is shown as a day of this zone, so that a signature has one date for everybody;
 * SQL has the same (`private.day_of`). For a wall in El Paso, an hour behind, the zone stands beside the time.
 */
export const WALL_ZONE = 'America/Chicago';

/** The day of a moment where the walls are, `YYYY-MM-DD`. */
export function wallDay(at = new Date()): string {
  wallFormat ??= new Intl.DateTimeFormat('en-US', {
    timeZone: WALL_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const [month, day, year] = wallFormat.format(at).split('/');
  return `${year}-${month}-${day}`;
}
let wallFormat: Intl.DateTimeFormat | undefined;

/** Whether a text is a day of the calendar, `YYYY-MM-DD`: February has no 30th. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** A browser's field for a date takes '24' for the year 24. No wall here is so old. */
const FIRST_DAY = '1800-01-01';

/** Whether a text is a day up to tomorrow, which has come somewhere. */
export const hasCome = (text: string): boolean =>
  isDay(text) && text >= FIRST_DAY && Date.parse(text) <= Date.now() + DAY_MS;

/** The day so many days from today, by the reader's own calendar. */
export function dayFromNow(days: number, now = new Date()): string {
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days));
  return day.toISOString().slice(0, 10);
}

/** The day so many days after another. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
