import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrderOf, moved, putBack, withAdded } from './portfolio-list.ts';

const lists = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 8 });

describe('moved', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, 99, 'bca'],
    [2, -1, 'cab'],
    [7, 0, 'abc'],
  ])('from %i to %i gives %s', (from, to, expected) => {
    expect(moved([...'abc'], from, to).join('')).toBe(expected);
  });
});

describe('inOrder', () => {
  it('neither loses nor brings back a picture, whatever another tab did meanwhile', () => {
    fc.assert(
      fc.property(lists, lists, (current, wanted) => {
        const result = inOrderOf(current, wanted);
        expect([...result].sort()).toEqual([...current].sort());
        const known = wanted.filter((url) => current.includes(url));
        expect(result.slice(0, known.length)).toEqual(known);
      }),
    );
  });
});

describe('putBack', () => {
  it('undoes a removal', () => {
    fc.assert(
      fc.property(lists, fc.nat(), (list, n) => {
        fc.pre(list.length > 0);
        const index = n % list.length;
        const url = list[index] as string;
        expect(putBack(list.toSpliced(index, 1), url, index)).toEqual(list);
      }),
    );
  });
  it('does not double a picture, and ends at the end of a list that became short', () => {
    expect(putBack(['a', 'b'], 'a', 1)).toEqual(['a', 'b']);
    expect(putBack(['a'], 'z', 5)).toEqual(['a', 'z']);
  });
});

describe('withAdded', () => {
  it('adds in order, once, up to the limit', () => {
    expect(withAdded(['a'], ['b', 'a', 'c'], 9)).toEqual(['a', 'b', 'c']);
    expect(withAdded(['a'], ['b', 'c'], 2)).toEqual(['a', 'b']);
  });
});
