import { expect, it } from 'vitest';
import { distanceText } from './distance.ts';

const austin = { city: 'Austin', state: 'Texas' };

it.each([
  ['Austin', austin, 'In the same city'],
  [' austin , tx', austin, 'In the same city'],
  ['', austin, null],
  ['Gotham', austin, null],
  ['Austin, NV', austin, null],
  ['Austin', { city: 'Gotham', state: 'TX' }, null],
  ['Austin', { city: 'Austin', state: null }, null],
  ['Austin', { city: null, state: null }, null],
])('from %j to %j: %j', (typed, artist, text) => {
  expect(distanceText(typed, artist)).toBe(text);
});

it('is what the road atlas says, within some miles', () => {
  const [, miles] =
    /^About (\d+) miles$/.exec(distanceText('San Antonio, Texas', austin) ?? '') ?? [];
  expect(Number(miles)).toBeGreaterThan(70);
  expect(Number(miles)).toBeLessThan(82);
});
