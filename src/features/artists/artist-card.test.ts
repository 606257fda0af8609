import { describe, expect, it } from 'vitest';
import { allPictures, anArtist } from '#tests/support/directory-rows.ts';
import { artistCard, artistCardSchema } from './artist-card.ts';

const card = (values: Parameters<typeof anArtist>[1]) =>
  artistCard(anArtist(1, values), allPictures.picture);
const shown = (values: Parameters<typeof anArtist>[1]) =>
  card(values).pictures.map((picture) => picture.sources[0]?.webp);

describe('an artist card', () => {
  it.each([
    [
      'two of the portfolio',
      ['a', 'b', 'c'],
      'me',
      ['/media/a-320.webp', '/media/b-320.webp'],
      false,
    ],
    ['one', ['a'], 'me', ['/media/a-320.webp'], false],
    ['the profile photo', [], 'me', ['/media/me-320.webp'], true],
    ['the photo instead of a broken picture', ['broken'], 'me', ['/media/me-320.webp'], true],
    ['nothing', [], null, [], false],
  ])('shows %s', (_, portfolio_images, profile_photo, pictures, portrait) => {
    const values = { portfolio_images, profile_photo };
    expect(shown(values)).toEqual(pictures);
    expect(card(values).portrait).toBe(portrait);
  });

  it('carries three styles, no wide variants, and nothing that is not shown', () => {
    const made = card({ styles: ['A', 'B', 'C', 'D'], portfolio_images: ['a'], bio: 'long' });
    expect(made.styles).toEqual(['A', 'B', 'C']);
    expect(made.pictures[0]?.sources.map((source) => source.width)).toEqual([320, 640]);
    expect(artistCardSchema.strict().parse(made)).toEqual(made);
  });

  it("does not take 'Other' for a style", () => {
    expect(card({ styles: ['Other', 'Nature', 'A', 'B'] }).styles).toEqual(['Nature', 'A', 'B']);
  });

  it('keeps what an artist wants to be seen of a picture', () => {
    const picture_details = { a: { x: 0.21, y: 1 }, b: { alt: 'A wall' } };
    const { pictures } = card({ portfolio_images: ['a', 'b'], picture_details });
    expect(pictures.map(({ focus }) => focus)).toEqual([[2, 10], undefined]);
  });
});
