import { describe, expect, it } from 'vitest';
import type { Point } from '#lib/homography.ts';
import {
  type Composition,
  cornersOf,
  done,
  firstComposition,
  movedBy,
  newHistory,
  undone,
  withCorner,
  withSize,
} from './composition.ts';

const first = firstComposition(3 / 2, 4 / 3);
const corner = (composition: Composition, i: number) => cornersOf(composition)[i] as Point;

describe('a mural on a photograph', () => {
  it.each([
    [2, 4 / 3],
    [0.5, 4 / 3],
    [4 / 3, 0.75],
  ])('begins in its own proportions (%f on %f)', (mural, photo) => {
    const [[left, top], , [right, bottom]] = cornersOf(firstComposition(mural, photo));
    expect(((right - left) * photo) / (bottom - top)).toBeCloseTo(mural);
    expect(Math.max(right - left, bottom - top)).toBeCloseTo(0.6);
    expect(left + right).toBeCloseTo(1);
  });

  it('has its corners where they are put, at any size', () => {
    for (const size of [1, 0.5, 1.3]) {
      const moved = withCorner(withSize(first, size), 1, [0.9, 0.1]);
      expect(corner(moved, 1)[0]).toBeCloseTo(0.9);
      expect(corner(moved, 1)[1]).toBeCloseTo(0.1);
      for (const other of [0, 2, 3]) {
        expect(corner(moved, other)[0]).toBeCloseTo(corner(withSize(first, size), other)[0]);
        expect(corner(moved, other)[1]).toBeCloseTo(corner(withSize(first, size), other)[1]);
      }
    }
  });

  it('stays what a flat picture can look like', () => {
    expect(withCorner(first, 0, corner(first, 2))).toBe(first);
    expect(withCorner(first, 0, [0.95, 0.95])).toBe(first);
  });

  it('goes no farther out than half of the photograph', () => {
    expect(corner(withCorner(first, 0, [-9, -9]), 0)).toEqual([-0.5, -0.5]);
  });

  it('keeps its middle on the photograph when it is moved', () => {
    const far = cornersOf(movedBy(first, [9, -9]));
    expect(far.reduce((sum, [x]) => sum + x, 0) / 4).toBeCloseTo(1);
    expect(far.reduce((sum, [, y]) => sum + y, 0) / 4).toBeCloseTo(0);
  });

  it('takes what is seen as its full size where that would be beyond the horizon', () => {
    const deep = withCorner(withCorner(withSize(first, 0.2), 0, [0.49, 0.49]), 1, [0.51, 0.49]);
    expect(deep.size).toBe(1);
    expect(corner(deep, 1)[0]).toBeCloseTo(0.51);
  });
});

describe('steps', () => {
  it('are undone one by one', () => {
    let history = newHistory(first);
    history = done(history, withCorner(history.now, 0, [0.1, 0.1]), 'drag 1');
    history = done(history, movedBy(history.now, [0.1, 0]), 'drag 2');
    history = undone(history);
    expect(corner(history.now, 0)).toEqual([0.1, 0.1]);
    expect(undone(history).now).toBe(first);
    expect(undone(undone(history)).now).toBe(first);
  });

  it('of one kind in a row are one', () => {
    let history = newHistory(first);
    for (let n = 1; n <= 5; n++) history = done(history, movedBy(history.now, [0.01, 0]), 'key 4');
    history = done(history, { ...history.now, strength: 0.2 }, 'strength');
    expect(undone(undone(history)).now).toBe(first);
  });

  it('that change nothing are none', () => {
    const history = newHistory(first);
    expect(done(history, first, 'size')).toBe(history);
  });
});
