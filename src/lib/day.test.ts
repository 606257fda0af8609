import { expect, it } from 'vitest';
import { dayAfter, dayFromNow, isDay } from './day.ts';

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
