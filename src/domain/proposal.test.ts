import { expect, it } from 'vitest';
import { isExpired } from './proposal.ts';

it.each([
  ['2026-11-23T23:59:00Z', false],
  // The day goes on west of Greenwich, for twelve hours more.
  ['2026-11-24T11:59:00Z', false],
  ['2026-11-24T12:00:00Z', true],
])('a proposal valid until Nov 23, at %s: too late %s', (now, late) => {
  expect(isExpired({ valid_until: '2026-11-23' }, Date.parse(now))).toBe(late);
});
