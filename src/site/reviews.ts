import { paths } from '#config/paths.ts';
import type { GalleryPicture } from '#features/pictures/gallery.ts';
import type { PublicReview } from '#features/requests/reviews/public-review.ts';
import type { ReviewsPage, ShownReview } from '#features/requests/reviews/shown-review.ts';
import { truncate } from '#lib/format.ts';
import type { MediaIndex } from './media.ts';

const NEWEST_REVIEWS = 3;

/** So much of them stands on the artist's own page. */
const BEGINNING = { body: 240, reply: 120 };

/** Those on the artist's own page, which has a link to the others. */
export const newestReviews = (reviews: readonly PublicReview[]) => reviews.slice(0, NEWEST_REVIEWS);

/** The newest for the artist's own page, long ones by their beginning. */
export function reviewBeginnings(page: ReviewsPage, media: MediaIndex): ShownReview[] {
  const { artist, reviews } = page;
  return newestReviews(reviews).map((whole, i) => {
    const review = beginningOf(whole);
    const isCut = review.body !== whole.body || review.reply !== whole.reply;
    return {
      review,
      pictures: picturesOf(whole, artist.name, media),
      id: null,
      more: isCut ? `${paths.reviews(artist.slug)}#${placeOf(reviews, i)}` : null,
    };
  });
}

/** All of them, for a page of their own. */
export function wholeReviews({ artist, reviews }: ReviewsPage, media: MediaIndex): ShownReview[] {
  return reviews.map((review, i) => ({
    review,
    pictures: picturesOf(review, artist.name, media),
    id: placeOf(reviews, i),
    more: null,
  }));
}

function beginningOf(review: PublicReview): PublicReview {
  const { body, reply } = review;
  return {
    ...review,
    body: truncate(body, BEGINNING.body),
    reply: reply && truncate(reply, BEGINNING.reply),
  };
}

/** The oldest is the first, so that a new one moves none. */
const placeOf = (reviews: readonly PublicReview[], index: number) =>
  `review-${reviews.length - index}`;

/** What a client has shown of the wall. */
function picturesOf(
  { author_name, pictures }: PublicReview,
  artist: string,
  media: MediaIndex,
): GalleryPicture[] {
  return pictures.flatMap((url, i) => {
    const picture = media.picture(url);
    const by = author_name ? ` by ${author_name}` : '';
    return picture ? [{ picture, alt: `A wall by ${artist}, photo ${i + 1}${by}` }] : [];
  });
}
