import { describe, expect, it } from 'vitest';
import { freeFrom, pauseChoices, pausedUntil } from './pause.ts';

describe('pausedUntil', () => {
  it.each([
    ['2027-03-01', '2027-03-01T05:59:59.999Z', 'March 2027'],
    ['2027-03-01', '2027-03-01T06:00:00.000Z', null],
    ['2027-03-01', '2026-11-23T12:00:00.000Z', 'March 2027'],
    ['2027-03-01', '2028-01-01T00:00:00.000Z', null],
    [null, '2026-11-23T12:00:00.000Z', null],
  ])('%s at %s is %s', (until, now, month) =>
    expect(pausedUntil(until, new Date(now))).toBe(month),
  );
});

describe('pauseChoices', () => {
  it('gives the first days of the next twelve months', () => {
    const choices = pauseChoices(new Date('2026-11-30T23:59:59Z'));
    expect(choices).toHaveLength(12);
    expect(choices[0]).toEqual({ value: '2026-12-01', label: 'December 2026' });
    expect(choices[1]).toEqual({ value: '2027-01-01', label: 'January 2027' });
    expect(choices.at(-1)).toEqual({ value: '2027-11-01', label: 'November 2027' });
  });
});

describe('freeFrom', () => {
  it.each([
    [null, '2026-11-24T12:00:00Z', 'Free now'],
    ['2026-11-01', '2026-11-24T12:00:00Z', 'Free now'],
    ['2026-12-01', '2026-11-24T12:00:00Z', 'From December'],
    ['2027-01-01', '2026-11-24T12:00:00Z', 'From January'],
    ['2027-10-01', '2026-11-24T12:00:00Z', 'From October'],
    // Twelve months ahead is this month again: the year tells them apart.
    ['2027-11-01', '2026-11-24T12:00:00Z', 'From November 2027'],
    ['2027-11-01', '2026-11-01T12:00:00Z', 'From November 2027'],
  ])('%s at %s is %s', (until, now, text) => expect(freeFrom(until, new Date(now))).toBe(text));
});
