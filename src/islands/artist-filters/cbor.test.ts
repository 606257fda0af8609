import { describe, expect, it } from 'vitest';
import { CborReader } from './cbor.ts';

const reader = (hex: string) => new CborReader(Uint8Array.from(Buffer.from(hex, 'hex')));

// Examples of RFC 8949, appendix A.
describe('a reader of CBOR', () => {
  it.each([
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['1affffffff', 4_294_967_295],
  ])('reads the number %s', (hex, value) => {
    expect(reader(hex).number()).toBe(value);
  });

  it.each([
    ['60', ''],
    ['6449455446', 'IETF'],
    ['62c3bc', 'ü'],
    ['64f0908591', '𐅑'],
  ])('reads the text %s', (hex, value) => {
    expect(reader(hex).text()).toBe(value);
  });

  it('reads lists', () => {
    const numbers = Array.from({ length: 25 }, (_, i) => i + 1);
    const long = reader('98190102030405060708090a0b0c0d0e0f101112131415161718181819');
    expect(long.each(() => long.number())).toEqual(numbers);
    const none = reader('80');
    expect(none.each(() => none.number())).toEqual([]);
    const nested = reader('8301820203820405');
    expect(nested.list()).toBe(3);
    expect(nested.number()).toBe(1);
    expect(nested.each(() => nested.number())).toEqual([2, 3]);
  });

  it.each(['00', '1a000f4240', '20', '3863', '6449455446', '80', '8301820203820405'])(
    'leaves out %s',
    (hex) => {
      const cbor = reader(`${hex}182a`);
      cbor.skip(1);
      expect(cbor.number()).toBe(42);
    },
  );

  it('begins where its bytes begin, or where another one was', () => {
    const bytes = Uint8Array.from(Buffer.from('ff820361 61'.replace(' ', ''), 'hex')).subarray(1);
    const cbor = new CborReader(bytes);
    cbor.list();
    const { at } = cbor;
    cbor.skip(2);
    expect(new CborReader(bytes, at).number()).toBe(3);
  });

  it.each([
    ['maps', 'a10102'],
    ['big numbers', '1bffffffffffffffff'],
    ['lists without a length', '9fff'],
    ['half of a list', '8201'],
    ['half of a number', '19'],
    ['half of a text', '6449'],
  ])('refuses %s', (_, hex) => {
    expect(() => reader(hex).skip(1)).toThrow(RangeError);
  });

  it.each([
    ['a text for a number', '6161', 'number'],
    ['a negative number for a number', '20', 'number'],
    ['a number for a text', '01', 'text'],
    ['half of a text for a text', '6449', 'text'],
    ['a text for a list', '6161', 'list'],
    ['nothing for a list', '', 'list'],
  ] as const)('refuses %s', (_, hex, kind) => {
    expect(() => reader(hex)[kind]()).toThrow(RangeError);
  });
});
