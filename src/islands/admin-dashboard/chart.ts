import type { LeadDay } from '#domain/admin.ts';

const DAY_MS = 86_400_000;

/** One entry for each of the last `count` days up to `today` (UTC), the missing ones with no leads. */
export function fillDays(days: readonly LeadDay[], count: number, today: Date): LeadDay[] {
  const known = new Map(days.map(({ day, leads }) => [day.slice(0, 10), leads]));
  return Array.from({ length: count }, (_, i) => {
    const date = new Date(today.getTime() - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10);
    return { day: date, leads: known.get(date) ?? 0 };
  });
}

/** Whole-numbered gridlines from 0 to just above the highest value, at most five of them. */
export function gridlines(highest: number): number[] {
  const rough = Math.max(1, highest / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((size) => size >= rough) ?? rough;
  const whole = Math.max(1, Math.ceil(step));
  const count = Math.max(1, Math.ceil(highest / whole));
  return Array.from({ length: count + 1 }, (_, i) => i * whole);
}

export interface Bar {
  day: string;
  leads: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the bars stand in a drawing of this size; a day without leads has a bar of no height. */
export function bars(days: readonly LeadDay[], top: number, width: number, height: number): Bar[] {
  const slot = width / Math.max(1, days.length);
  return days.map(({ day, leads }, i) => {
    const tall = (leads / top) * height;
    return {
      day,
      leads,
      x: i * slot + slot * 0.15,
      y: height - tall,
      width: slot * 0.7,
      height: tall,
    };
  });
}

/** What the chart says, for those who do not see it. */
export function chartSummary(days: readonly LeadDay[]): string {
  const total = days.reduce((sum, { leads }) => sum + leads, 0);
  const best = days.reduce((a, b) => (b.leads > a.leads ? b : a), { day: '', leads: 0 });
  if (total === 0) return `No leads in the last ${days.length} days.`;
  return `${total} leads in the last ${days.length} days, the most on ${dayLabel(best.day)}: ${best.leads}.`;
}

/** '2026-11-03' is 'Nov 3'. */
export function dayLabel(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}
