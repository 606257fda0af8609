import { LOCALE } from '#config/language.ts';
import { dayAfter, wallDay } from '#lib/day.ts';

export interface DayValue {
  day: string;
  value: number;
}

/** One entry for each of the last `count` days up to `today`, the missing ones with nothing. */
export function fillDays(days: readonly DayValue[], count: number, today: Date): DayValue[] {
  const known = new Map(days.map(({ day, value }) => [day.slice(0, 10), value]));
  return Array.from({ length: count }, (_, i) => {
    const date = dayAfter(wallDay(today), i - count + 1);
    return { day: date, value: known.get(date) ?? 0 };
  });
}

/** Whole-numbered gridlines from 0 to just above the highest value, about `steps` of them. */
export function gridlines(highest: number, steps = 4): number[] {
  const rough = Math.max(1, highest / steps);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((size) => size >= rough) ?? rough;
  const whole = Math.max(1, Math.ceil(step));
  const count = Math.max(1, Math.ceil(highest / whole));
  return Array.from({ length: count + 1 }, (_, i) => i * whole);
}

interface Bar extends DayValue {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the bars stand in a drawing of this size; a day with nothing has a bar of no height. */
export function bars(days: readonly DayValue[], top: number, width: number, height: number): Bar[] {
  const slot = width / Math.max(1, days.length);
  return days.map(({ day, value }, i) => {
    const tall = (value / top) * height;
    return {
      day,
      value,
      x: i * slot + slot * 0.15,
      y: height - tall,
      width: slot * 0.7,
      height: tall,
    };
  });
}

/** Which of so many days are named below a chart, in a room of so many letters: first and last, and one between them. */
export function namedDays(count: number, letters: number): number[] {
  const middle = letters >= ROOM_FOR_THREE ? [Math.floor(count / 2)] : [];
  return [...new Set([0, ...middle, count - 1])];
}
/** 'Nov 30' is about 3.6 letters wide, and needs air on both sides. */
const ROOM_FOR_THREE = 14;

/** What the chart says, for those who do not see it: 'leads' of 'in the last 30 days'. */
export function chartSummary(days: readonly DayValue[], what: string, when: string): string {
  const total = days.reduce((sum, { value }) => sum + value, 0);
  const best = days.reduce((a, b) => (b.value > a.value ? b : a), { day: '', value: 0 });
  if (total === 0) return `No ${what} ${when}.`;
  return `${total} ${what} ${when}, the most on ${chartDay(best.day)}: ${best.value}.`;
}

/** '2026-11-03' is 'Nov 3'. */
export function chartDay(day: string): string {
  return new Intl.DateTimeFormat(LOCALE, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}
