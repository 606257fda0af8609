import { expect, it } from 'vitest';
import { safeRequestId } from './request-id.ts';

it.each(['0f8fad5b-d9cb-469f-a165-70867728950e', '7b5d3a0c9e1f4b2d8a6c5e4f3a2b1c0d', 'abc_12-3'])(
  'keeps %s',
  (given) => {
    expect(safeRequestId(given)).toBe(given);
  },
);

it.each([
  undefined,
  '',
  'short',
  'a'.repeat(41),
  'ana@example.com',
  'eyJh.eyJh.sig1',
  "'; select 1",
  'abcdefgh, ijklmnop',
  ['abcdefgh'],
])('takes %j for none', (given) => {
  expect(safeRequestId(given)).toBeUndefined();
});
