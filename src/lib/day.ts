const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** Whether a text is a day of the calendar, `YYYY-MM-DD`: February has no 30th. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** Whether a text is a day up to tomorrow, which has come somewhere. */
export const hasCome = (text: string): boolean =>
  isDay(text) && Date.parse(text) <= Date.now() + DAY_MS;

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
