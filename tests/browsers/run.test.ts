import { expect, test } from 'vitest';
import { walkInBrowsers } from './run.ts';

test('where the browsers are missing, the walk says that it was left out, and fails nothing', async () => {
  const outcome = await walkInBrowsers([], () => {
    throw new Error('As root: apt-get install firefox-esr');
  });
  expect(outcome).toEqual({
    passed: 0,
    failed: 0,
    skipped: 1,
    notes: ['LEFT OUT The walk in Firefox and WebKit: As root: apt-get install firefox-esr'],
  });
});
