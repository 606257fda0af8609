import { describe, expect, it } from 'vitest';
import { ratingSpread } from '#features/requests/reviews/public-review.ts';
import { allPictures, anArtist, aReview } from '#tests/support/directory-rows.ts';
import { reviewBeginnings, wholeReviews } from './reviews.ts';

const artist = anArtist(1);

describe('a review', () => {
  it('begins on the page of its artist and is whole where it is short', () => {
    const long = aReview(1, { body: 'word '.repeat(400), reply: 'thanks '.repeat(100) });
    const short = aReview(2, { reply: 'Thank you!' });
    const [cut, whole] = reviewBeginnings({ artist, reviews: [long, short] }, allPictures);
    expect(cut?.review.body).toMatch(/^word .* word…$/);
    expect(cut?.review.body.length).toBeLessThanOrEqual(240);
    expect(cut?.review.reply?.length).toBeLessThanOrEqual(120);
    expect(cut?.more).toBe('/artist/artist-1/reviews#review-2');
    expect(whole).toMatchObject({ review: short, more: null });
  });

  it('shows those of its pictures that can be shown, each with its own words', () => {
    const reviews = [aReview(1, { pictures: ['a', 'broken', 'c'] })];
    const [shown] = wholeReviews({ artist, reviews }, allPictures);
    expect(shown?.pictures.map(({ alt }) => alt)).toEqual([
      'A wall by Artist 1, photo 1 by Ana',
      'A wall by Artist 1, photo 3 by Ana',
    ]);
  });
});

describe('the reviews of an artist', () => {
  const reviews = [5, 5, 4, 1].map((rating, n) => aReview(n, { rating }));

  it('spread over all numbers of stars', () => {
    expect(ratingSpread(reviews).map(({ stars, count }) => [stars, count])).toEqual([
      [5, 2],
      [4, 1],
      [3, 0],
      [2, 0],
      [1, 1],
    ]);
  });

  it('keep their places when another one comes', () => {
    const places = (of: typeof reviews) =>
      wholeReviews({ artist, reviews: of }, allPictures).map(({ id }) => id);
    expect(places([aReview(9), ...reviews]).slice(1)).toEqual(places(reviews));
    expect(places(reviews)).toEqual(['review-4', 'review-3', 'review-2', 'review-1']);
  });

  it('are three at most on the page of the artist', () => {
    expect(reviewBeginnings({ artist, reviews }, allPictures)).toHaveLength(3);
  });
});
