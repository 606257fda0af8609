import { expect, it } from 'vitest';
import { parseByteRange } from './byte-range.ts';

it.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=8-100', { start: 8, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=12-20', 'unsatisfiable'],
  ['bytes=5-4', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['lines=0-1', null],
  [null, null],
])('%s of ten bytes', (header, range) => {
  expect(parseByteRange(header, 10)).toEqual(range);
});

it('has no part of an empty file', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
});
