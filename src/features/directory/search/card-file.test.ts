import { describe, expect, it } from 'vitest';
import { upTo } from '#features/pictures/picture.ts';
import { variantsOf } from '#features/pictures/picture-variants.ts';
import { CARD_PICTURE_WIDTH } from '#lib/limits.ts';
import { shortPicture, shortSlug, wholePicture, wholeSlug } from './card-file.ts';

const HASH = '0123456789abcdef0123';

describe('a picture of a card', () => {
  it.each([200, 320, 400, 640, 700, 1000, 1920])('of width %i is named by its hash', (width) => {
    const picture = upTo(
      variantsOf(HASH, { width, height: 480, color: '#c40f68' }),
      CARD_PICTURE_WIDTH,
    );
    const short = shortPicture(picture, CARD_PICTURE_WIDTH);
    expect(short).toEqual([HASH, width, 480, '#c40f68']);
    expect(wholePicture(JSON.parse(JSON.stringify(short)), CARD_PICTURE_WIDTH)).toEqual(picture);
  });

  it.each([
    ['has other names', [{ width: 640, webp: '/elsewhere.webp' }]],
    ['lacks a variant', [{ width: 320, webp: `/media/${HASH}-320.webp` }]],
  ])('that %s is whole', (_, sources) => {
    const picture = { width: 640, height: 480, color: '#aabbcc', sources };
    expect(shortPicture(picture, CARD_PICTURE_WIDTH)).toEqual(picture);
    expect(wholePicture(shortPicture(picture, CARD_PICTURE_WIDTH), CARD_PICTURE_WIDTH)).toEqual(
      picture,
    );
  });
});

it.each([
  ['Marisol Vega', 'marisol-vega-12ab34cd', '-12ab34cd'],
  ['Marisol Vega', 'marisol-vega', ''],
  ['Zoë Peñaloza', 'zoe-penaloza-1', '-1'],
  ['Marisol Vega', 'garza-1', '/garza-1'],
  ['…', 'artist-1', '/artist-1'],
])('the slug of %s, %s, is short as "%s"', (name, slug, short) => {
  expect(shortSlug(name, slug)).toBe(short);
  expect(wholeSlug(name, short)).toBe(slug);
});
