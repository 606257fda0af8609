import { expect, it } from 'vitest';
import { readCbor } from './cbor.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

// Examples of RFC 8949, appendix A.
it.each([
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['1903e8', 1000],
  ['1a000f4240', 1_000_000],
  ['1affffffff', 4_294_967_295],
  ['20', -1],
  ['3863', -100],
  ['60', ''],
  ['6449455446', 'IETF'],
  ['62c3bc', 'ü'],
  ['64f0908591', '𐅑'],
  ['80', []],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  [
    '98190102030405060708090a0b0c0d0e0f101112131415161718181819',
    Array.from({ length: 25 }, (_, i) => i + 1),
  ],
])('reads %s', (hex, value) => {
  expect(readCbor(bytes(hex))).toEqual(value);
});

it('starts where its bytes start', () => {
  expect(readCbor(bytes('ff8203').subarray(1, 3).subarray(1))).toBe(3);
});

it.each([
  ['maps', 'a10102'],
  ['big numbers', '1bffffffffffffffff'],
  ['lists without a length', '9fff'],
  ['half of a list', '8201'],
  ['half of a number', '19'],
])('refuses %s', (_, hex) => {
  expect(() => readCbor(bytes(hex))).toThrow(RangeError);
});
