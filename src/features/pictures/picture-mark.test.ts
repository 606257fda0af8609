import { expect, test } from 'vitest';
import { markedPictures, picturesMark } from './picture-mark.ts';

const all = ['a', 'b', 'c'].map((url) => ({ url, shown: true }));
const urls = ['a', 'b', 'c'];

test('a mark finds the pictures of a page again, without those that it could not show', () => {
  expect(markedPictures(urls, picturesMark(all))).toEqual(urls);
  const some = all.map((picture, i) => ({ ...picture, shown: i !== 1 }));
  expect(markedPictures(urls, picturesMark(some))).toEqual(['a', 'c']);
  expect(markedPictures([], picturesMark([]))).toEqual([]);
});

test('a mark of other pictures, or of another order, finds nothing', () => {
  const mark = picturesMark(all);
  for (const other of [['a', 'c', 'b'], ['a', 'b'], ['a', 'b', 'c', 'd'], []])
    expect(markedPictures(other, mark)).toBeNull();
  for (const wrong of ['', 'x', `${mark}-9`, '-1']) expect(markedPictures(urls, wrong)).toBeNull();
});
