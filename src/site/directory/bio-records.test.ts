import { expect, it } from 'vitest';
import { WORD_END } from '#features/directory/search/bio-index.ts';
import { aMural, anArtist } from '#tests/support/directory-rows.ts';
import { bioRecords } from './bio-records.ts';

const wordsOf = (bio: string) =>
  [...bioRecords([anArtist(1, { bio })])][0]?.words.split(' ').map((word) => {
    expect(word.endsWith(WORD_END)).toBe(true);
    return word.slice(0, -WORD_END.length);
  });

it('a record has each word of the biography once', () => {
  expect(wordsOf('Walls, walls (big WALLS) in San Antonio.')).toEqual([
    'walls',
    'big',
    'in',
    'san',
    'antonio',
  ]);
});

it('a record has a double word as a whole and in its parts', () => {
  expect(wordsOf("Ana O'Brien-Peña")).toEqual(['ana', 'obrienpena', 'obrien', 'pena']);
});

it('who has written nothing has no record', () => {
  const artists = [null, '', ' — '].map((bio, n) => anArtist(n, { bio }));
  expect([...bioRecords(artists)]).toEqual([]);
});

it('an artist is found by the titles and alternative texts of murals too', () => {
  const artist = anArtist(1, { bio: 'Paints herons.' });
  const mural = aMural(1, {
    title: 'La Calavera',
    image_url: 'wall',
    gallery_images: [],
    picture_details: { wall: { alt: 'A sugar skull' }, gone: { alt: 'Replaced' } },
  });
  const [record] = bioRecords([artist], () => [mural]);
  const words = record?.words.replaceAll(WORD_END, '').split(' ');
  expect(words).toEqual(['paints', 'herons', 'la', 'calavera', 'a', 'sugar', 'skull']);
});
