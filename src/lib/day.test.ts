import { describe, expect, it } from 'vitest';
import { signatureLine } from '#features/agreements/signature.ts';
import { pausedUntil } from '#features/artists/pause.ts';
import { fillDays } from '#ui/chart/chart.ts';
import { dayAfter, dayFromNow, hasCome, isDay, wallDay } from './day.ts';
import { momentLabel, monthChoices, shortDate } from './wall-time.ts';

it('counts days by the reader’s calendar, over the ends of months and of summer time', () => {
  expect(dayFromNow(14, new Date(2026, 11, 25, 23, 59))).toBe('2027-01-08');
  expect(dayFromNow(0, new Date(2026, 2, 8, 0, 0))).toBe('2026-03-08');
  expect(dayFromNow(1, new Date(2028, 1, 28, 12))).toBe('2028-02-29');
});

it('counts on from a day, over the ends of months', () => {
  expect(dayAfter('2028-02-27', 2)).toBe('2028-02-29');
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(dayAfter('2026-12-31', 0)).toBe('2026-12-31');
});

it('knows the days of the calendar', () => {
  expect(['2028-02-29', '2026-12-31'].map(isDay)).toEqual([true, true]);
  expect(['2026-02-29', '2026-13-01', '26-1-1', '', 'tomorrow'].map(isDay)).toEqual(
    Array(5).fill(false),
  );
});

it('knows which days have come, of years that are written in full', () => {
  expect(['1931-05-01', dayFromNow(0)].map(hasCome)).toEqual([true, true]);
  expect(['0024-03-15', dayFromNow(3), ''].map(hasCome)).toEqual([false, false, false]);
});

describe('the day of a moment', () => {
  it.each([
    ['2026-11-28T01:40:00Z', '2026-11-27', 'Nov 27, 2026', 'Nov 27, 2026, 7:40 PM CST'],
    ['2026-07-05T04:59:59Z', '2026-07-04', 'Jul 4, 2026', 'Jul 4, 2026, 11:59 PM CDT'],
    ['2026-11-01T06:30:00Z', '2026-11-01', 'Nov 1, 2026', 'Nov 1, 2026, 1:30 AM CDT'],
    ['2026-11-01T07:30:00Z', '2026-11-01', 'Nov 1, 2026', 'Nov 1, 2026, 1:30 AM CST'],
    ['2026-11-02T05:59:59Z', '2026-11-01', 'Nov 1, 2026', 'Nov 1, 2026, 11:59 PM CST'],
    ['2027-01-01T05:30:00Z', '2026-12-31', 'Dec 31, 2026', 'Dec 31, 2026, 11:30 PM CST'],
  ])('%s is %s where the walls are', (at, day, short, moment) => {
    expect(wallDay(new Date(at))).toBe(day);
    expect(shortDate(at)).toBe(short);
    expect(momentLabel(at)).toBe(moment);
  });

  it('is the same for a signature, its agreement, a payment and the months to choose from', () => {
    const evening = '2026-12-01T01:40:00Z';
    const signed = { side: 'client', name: 'Ana Ruiz', signed_at: evening } as const;
    expect(signatureLine(signed)).toBe('Ana Ruiz, the client, on Nov 30, 2026, 7:40 PM CST');
    expect(monthChoices(1, {}, new Date(evening))[0]?.value).toBe('2026-11-01');
    expect(fillDays([], 2, new Date(evening)).map(({ day }) => day)).toEqual([
      '2026-11-29',
      '2026-11-30',
    ]);
    expect(pausedUntil('2026-12-01', new Date(evening))).toBe('December 2026');
  });
});
