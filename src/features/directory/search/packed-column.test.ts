import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  packLists,
  packNumbers,
  packRanks,
  unpackLists,
  unpackNumbers,
  unpackRanks,
} from './packed-column.ts';

const numbers = fc.array(fc.nat(1_000_000));

/** As the browser gets it. */
const sent = <T>(value: T): T => JSON.parse(Buffer.from(JSON.stringify(value)).toString('utf8'));

describe('a packed column', () => {
  it('gives its numbers back', () => {
    fc.assert(
      fc.property(numbers, (list) => {
        expect(unpackNumbers(sent(packNumbers(list)))).toEqual(list);
        expect(unpackRanks(sent(packRanks(list)))).toEqual(list);
      }),
    );
    const all = Array.from({ length: 70_000 }, (_, n) => n);
    expect(unpackNumbers(sent(packNumbers(all)))).toEqual(all);
  });

  it('gives its lists back, empty ones too', () => {
    fc.assert(
      fc.property(fc.array(numbers), (lists) => {
        expect(unpackLists(sent(packLists(lists)))).toEqual(lists);
      }),
    );
  });
});
