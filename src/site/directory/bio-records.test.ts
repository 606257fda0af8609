import { expect, it } from 'vitest';
import { WORD_END } from '#features/directory/search/bio-index.ts';
import { aMural, anArtist } from '#tests/support/directory-rows.ts';
import { bioRecords } from './bio-records.ts';

it('finds an artist by the biography, and by the titles and alternative texts of murals', () => {
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
