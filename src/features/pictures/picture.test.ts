import { describe, expect, it } from 'vitest';
import { aPicture } from '#tests/support/directory-rows.ts';
import {
  fallbackSource,
  focusClass,
  placeholderClass,
  ratioClass,
  srcset,
  upTo,
  wallClass,
  withFocus,
} from './picture.ts';
import type { PictureDetails } from './picture-details.ts';

describe('a published picture', () => {
  it('names its variants as srcset and falls back to the JPEG', () => {
    const picture = aPicture('a', [320, 640]);
    expect(srcset(picture, 'avif')).toBe('/media/a-320.avif 320w, /media/a-640.avif 640w');
    expect(fallbackSource(picture)).toBe('/media/a-640.jpg');
    expect(fallbackSource(aPicture('small', [200]))).toBe('/media/small-200.webp');
  });

  it('leaves out wider variants, and keeps those of a picture that has only wider ones', () => {
    expect(upTo(aPicture('a'), 640).sources.map((s) => s.width)).toEqual([320, 640]);
    expect(upTo(aPicture('b', [1280]), 640).sources.map((s) => s.width)).toEqual([1280]);
  });

  it.each([
    ['#000000', 'bg-[#202020]'],
    ['#ffffff', 'bg-[#e0e0e0]'],
    ['#c40f68', 'bg-[#e02060]'],
  ])('shows %s as class %s, whose colour is near', (color, name) => {
    expect(placeholderClass(color)).toBe(name);
  });

  it.each([
    [1280, 960, 'ratio-13'],
    [600, 3000, 'ratio-5'],
    [3000, 600, 'ratio-25'],
  ])('has proportions %d to %d as class %s', (width, height, name) => {
    expect(ratioClass({ ...aPicture('a'), width, height })).toBe(name);
  });
});

describe('a focus point', () => {
  const picture = { width: 4, height: 3, color: '#c40f68', sources: [] };

  it.each([
    [undefined, ''],
    [{}, ''],
    [{ x: 0.5, y: 0.5 }, ''],
    [{ x: 0.52, y: 0.49 }, ''],
    [{ x: 0, y: 1 }, 'fx-0 fy-10'],
    [{ y: 0.23 }, 'fx-5 fy-2'],
  ])('%j is the class "%s"', (detail, name) => {
    const details: PictureDetails = detail ? { '/wall.jpg': detail } : {};
    const focused = withFocus(picture, '/wall.jpg', details);
    expect(focused && focusClass(focused)).toBe(name);
  });
});

describe('the shape of a wall', () => {
  it.each([
    [4000, 3000, 'wall-130'],
    [3000, 2000, 'wall-150'],
    [300, 900, 'wall-40'],
    [9000, 1000, 'wall-400'],
    [1000, 1000, 'wall-100'],
    [3330, 1000, 'wall-325'],
  ])('of %i by %i is %s', (width, height, name) => {
    expect(wallClass({ width, height })).toBe(name);
  });
});
