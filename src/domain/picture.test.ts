import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aPicture } from '#tests/support/directory-rows.ts';
import { fallbackSource, placeholderClass, ratioClass, srcset, upTo } from './picture.ts';

const css = (name: string) => readFileSync(`src/styles/${name}.css`, 'utf8');

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
    ['#000000', 'ph-0', '#202020'],
    ['#ffffff', 'ph-63', '#e0e0e0'],
    ['#c40f68', 'ph-49', '#e02060'],
  ])('shows %s as class %s, whose colour is near', (color, name, near) => {
    expect(placeholderClass(color)).toBe(name);
    expect(css('placeholders')).toContain(`.${name} {\n  background-color: ${near};\n}`);
  });

  it.each([
    [1280, 960, 'ratio-13'],
    [600, 3000, 'ratio-5'],
    [3000, 600, 'ratio-25'],
  ])('has proportions %d to %d as class %s, which exists', (width, height, name) => {
    expect(ratioClass({ ...aPicture('a'), width, height })).toBe(name);
    expect(css('ratios')).toContain(`.${name} {\n  --ratio: ${Number(name.slice(6)) / 10};\n}`);
  });
});
