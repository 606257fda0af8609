import { describe, expect, it } from 'vitest';
import { bindable, wholeSerializers } from './parameters.ts';

const BOOLEAN = 16;
const LIST = 1009;
const UUID = 2950;
const TRAPS = [
  { toString: 1 },
  { toString: null, valueOf: null },
  { toJSON: 1 },
  Object.create(null),
  [],
  [{ toString: 1 }],
  [[1], 2],
  5,
  true,
  10n,
  new Date(Number.NaN),
  new Uint8Array([1, 255]),
];

describe('serializers', () => {
  const own: Record<string, (value: unknown) => unknown> = {
    [BOOLEAN]: (value) => (value === true ? 't' : 'f'),
    [LIST]: (value) => {
      if (!Array.isArray(value)) return value;
      return `{${value.map((one) => `${one}`).join()}}`;
    },
  };
  const whole = wholeSerializers(own);

  it('exist for every type, those of the language included, and give text for every value', () => {
    for (const type of [
      BOOLEAN,
      LIST,
      UUID,
      0,
      'undefined',
      'constructor',
      '__proto__',
      'toString',
    ]) {
      expect(type in whole).toBe(true);
      for (const value of TRAPS) expect(typeof whole[type]?.(value)).toBe('string');
    }
  });

  it('leave text to PostgreSQL: "true" is no false', () => {
    expect(whole[BOOLEAN]?.('true')).toBe('true');
    expect(whole[BOOLEAN]?.(true)).toBe('t');
    expect(whole[LIST]?.('{a}')).toBe('{a}');
    expect(whole[UUID]?.('x')).toBe('x');
  });

  it('write bytes and moments as PostgreSQL reads them', () => {
    expect(whole[UUID]?.(new Uint8Array([1, 255]))).toBe('\\x01ff');
    expect(whole[UUID]?.(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  });

  it('take those that a driver adds later', () => {
    whole[UUID] = () => 'mine';
    expect(whole[UUID]?.(1)).toBe('mine');
  });
});

describe('values of a statement', () => {
  it('are null where there is none, and not more than fit', () => {
    expect(bindable([undefined, null, 0])).toEqual([null, null, 0]);
    const many = Array.from({ length: 65_534 }, () => 1);
    expect(() => bindable(many)).toThrow('too many values');
    expect(bindable(many.slice(1))).toHaveLength(65_533);
  });
});
