import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  grouped,
  hoursText,
  metaDescription,
  monthAndYear,
  monthName,
  plural,
  projectExcerpt,
  relativeDate,
  truncate,
} from './format.ts';

describe('truncate', () => {
  it.each([
    ['', 5, ''],
    ['12345', 5, '12345'],
    ['123456', 5, '1234…'],
    ['one two three', 9, 'one two…'],
    ['a verylongwordindeed', 12, 'a verylongw…'],
    ['🎨🎨🎨🎨', 3, '🎨🎨…'],
    ['ab👩🏽‍🎨cd', 6, 'ab…'],
  ])('%j to %i', (text, max, result) => expect(truncate(text, max)).toBe(result));

  it('is never longer than the limit and always a beginning of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 60 }), (text, max) => {
        const result = truncate(text, max);
        expect([...result].length).toBeLessThanOrEqual(max);
        expect(text.startsWith(result.replace(/…$/, ''))).toBe(true);
      }),
    );
  });
});

describe('texts of section 9', () => {
  it('keeps a meta description to one line of 155 characters', () => {
    expect(metaDescription(` ${'x'.repeat(155)}\n`)).toBe('x'.repeat(155));
    expect([...metaDescription('word '.repeat(60))].length).toBeLessThanOrEqual(155);
    expect(metaDescription('a\n\n b')).toBe('a b');
  });

  it('cuts a client’s project text after 50 characters', () => {
    expect(projectExcerpt('p'.repeat(50))).toBe('p'.repeat(50));
    expect(projectExcerpt('p'.repeat(51))).toBe(`${'p'.repeat(50)}...`);
    expect(projectExcerpt('🎨'.repeat(50))).toBe('🎨'.repeat(50));
    expect(projectExcerpt(`${'p'.repeat(48)}👩🏽‍🎨 paints`)).toBe(`${'p'.repeat(48)}...`);
  });

  it.each([
    ['2024-06-15', 'June 2024'],
    ['2024-01-01', 'January 2024'],
    ['2023-12-31', 'December 2023'],
    ['2023-12-31T23:59:59+00:00', 'December 2023'],
  ])('%s is %s in every time zone', (date, label) => expect(monthAndYear(date)).toBe(label));
});

it('writes whole numbers as the platform does', () => {
  fc.assert(
    fc.property(fc.integer(), (n) => {
      expect(grouped(n)).toBe(n.toLocaleString('en-US'));
    }),
    { examples: [[0], [999], [1000], [-1000], [-100], [1_000_000]] },
  );
});

describe('relativeDate', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 minute ago'],
    // Never '60 minutes ago', '24 hours ago' or '7 days ago': a unit ends where the next begins.
    [3599, '59 minutes ago'],
    [3600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, 'yesterday'],
    [2 * 86_400, '2 days ago'],
    [7 * 86_400 - 1, '6 days ago'],
    [7 * 86_400, 'last week'],
    [400 * 86_400, 'last year'],
  ])('%i s', (seconds, label) => expect(relativeDate(ago(seconds), now)).toBe(label));
});

describe('plural', () => {
  it.each([
    [0, '0 artists'],
    [1, '1 artist'],
    [1234, '1,234 artists'],
  ])('%i', (n, text) => expect(plural(n, 'artist')).toBe(text));
  it('takes an irregular form', () => expect(plural(2, 'city', 'cities')).toBe('2 cities'));
});

describe('a month and a time', () => {
  it('is named', () => expect(monthName('2026-11-01')).toBe('November'));
  it.each([
    [0.001, 'under a minute'],
    [0.02, '1 minute'],
    [0.4, '24 minutes'],
    [0.995, '1 hour'],
    [3.4, '3.5 hours'],
    [47.5, '47.5 hours'],
    [47.9, '2 days'],
    [100, '4 days'],
  ])('%f hours are %s', (hours, text) => expect(hoursText(hours)).toBe(text));
});
