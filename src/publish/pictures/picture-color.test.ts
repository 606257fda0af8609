import { expect, it } from 'vitest';
import { placeholderClass } from '#features/pictures/picture.ts';
import { rememberedColor } from './picture-color.ts';

type Rgb = [number, number, number];
const PLASTER: Rgb = [248, 248, 244];
const SIDEWALK: Rgb = [150, 150, 150];
const PINK: Rgb = [196, 15, 104];
const SKY: Rgb = [190, 220, 250];

/** A hundred pixels, so many of each colour. */
const wall = (...parts: [Rgb, number][]) =>
  Uint8Array.from(parts.flatMap(([rgb, count]) => Array.from({ length: count }, () => rgb).flat()));

it.each([
  ['a painted wall by its paint', wall([PLASTER, 70], [SIDEWALK, 20], [PINK, 10]), '#c40f68'],
  ['not by a speck', wall([SKY, 98], [PINK, 2]), '#bedcfa'],
  ['a pale one by its sky', wall([PLASTER, 60], [SKY, 40]), '#bedcfa'],
  ['a photo without colour by its grey', wall([SIDEWALK, 60], [[40, 40, 40], 40]), '#969696'],
  ['nothing by a grey', new Uint8Array(), '#808080'],
] as const)('a picture is remembered: %s', (_, pixels, color) => {
  expect(rememberedColor(pixels)).toBe(color);
});

it('falls into the class of the colours that it is the mean of', () => {
  const pixels = wall([[200, 20, 100], 50], [[255, 63, 127], 50]);
  expect(placeholderClass(rememberedColor(pixels))).toBe(placeholderClass('#c81464'));
});
