import { expect, it } from 'vitest';
import { dayFromNow, isDay } from './day.ts';

it.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['today', false],
  ['', false],
])('takes %j for a day: %s', (text, day) => expect(isDay(text)).toBe(day));

it('counts days by the reader’s calendar, over the ends of months and of summer time', () => {
  expect(dayFromNow(14, new Date(2026, 11, 25, 23, 59))).toBe('2027-01-08');
  expect(dayFromNow(0, new Date(2026, 2, 8, 0, 0))).toBe('2026-03-08');
  expect(dayFromNow(1, new Date(2028, 1, 28, 12))).toBe('2028-02-29');
});
