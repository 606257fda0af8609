import { LOCALE } from '#config/language.ts';
import { WALL_ZONE, wallDay } from './day.ts';
import { dayLabel, monthAndYear } from './format.ts';

/** The day of a moment where the walls are, as 'Nov 21, 2026': the same on a screen, on paper and in an email. */
export const shortDate = (iso: string): string => dayLabel(wallDay(new Date(iso)));

/** A moment with its zone, as 'Nov 21, 2026, 7:40 PM CST'. */
export function momentLabel(iso: string): string {
  momentFormat ??= new Intl.DateTimeFormat(LOCALE, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: WALL_ZONE,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  // Newer browsers put a narrow space before PM.
  return momentFormat.format(new Date(iso)).replace(/\s/g, ' ');
}
let momentFormat: Intl.DateTimeFormat | undefined;

/** So many months with their first days and names, the first of them `from` months from this one; back in time for a negative `step`. */
export function monthChoices(
  count: number,
  { from = 0, step = 1 }: { from?: number; step?: 1 | -1 },
  now = new Date(),
): { value: string; label: string }[] {
  return Array.from({ length: count }, (_, i) => {
    const [year = 0, month = 0] = wallDay(now).split('-').map(Number);
    const first = Date.UTC(year, month - 1 + from + i * step, 1);
    const value = new Date(first).toISOString().slice(0, 10);
    return { value, label: monthAndYear(value) };
  });
}
