import { describe, expect, it } from 'vitest';
import { jobDuration, jobError, jobRoutes, jobState, megabytes } from './publishing.ts';

const at = (ms: number) => ({
  started_at: '2026-11-21T12:00:00+00:00',
  finished_at: new Date(Date.parse('2026-11-21T12:00:00Z') + ms).toISOString(),
});

describe('a publish job in words', () => {
  it.each([
    [0, '0 ms'],
    [1400, '1.4 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min 0 s'],
    [125_000, '2 min 5 s'],
  ])('%i ms took %s', (ms, text) => expect(jobDuration(at(ms))).toBe(text));

  it('says how it stands', () => {
    expect(jobDuration({ ...at(0), finished_at: null })).toBeNull();
    expect(jobState({ ok: null, finished_at: null })).toBe('Running');
    expect(jobState({ ok: true, finished_at: 'x' })).toBe('Done');
    expect(jobState({ ok: false, finished_at: 'x' })).toBe('Failed');
    expect(jobError({ result: { error: 'route /artist/a: no name' } })).toBe(
      'route /artist/a: no name',
    );
    expect(jobError({ result: null })).toBeNull();
  });

  it.each([
    [{ routes: ['/', '/artists'] }, '/, /artists'],
    [{ routes: ['/', '/a', '/b', '/c', '/d'] }, '/, /a, /b and 2 more'],
    [{ routes: 1200 }, '1,200 routes'],
    [{ routes: [] }, '—'],
    [null, '—'],
  ])('names the routes of %j', (result, text) => {
    expect(jobRoutes({ detail: {}, result })).toBe(text);
  });

  it('falls back to the routes that were asked for', () => {
    expect(jobRoutes({ detail: { routes: ['/join'] }, result: {} })).toBe('/join');
  });
});

it('writes the size of a backup', () => {
  expect([0, 104_858, 3_418_357, 1_300_781_466].map(megabytes)).toEqual([
    '0 MB',
    '0.1 MB',
    '3.2 MB',
    '1.2 GB',
  ]);
});
