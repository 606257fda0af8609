import { paths } from '#config/paths.ts';
import type { ListedArtist } from '#features/artists/artist.ts';
import type { Mural } from '#features/murals/mural.ts';
import { picturesMark } from '#features/pictures/picture-mark.ts';
import type { PublicReview } from '#features/requests/reviews/public-review.ts';
import type { MediaIndex } from './media.ts';

/*
 * Where the pictures of a page are reported. `private.pictures_of_page` has the same pictures in the same order, and so
 * has the page itself; src/features/reports/page-pictures.store.ts brings the two together.
 */
export function reportOnArtist(
  artist: ListedArtist,
  newest: readonly PublicReview[],
  media: MediaIndex,
): string | null {
  const { profile_photo, portfolio_images } = artist;
  const urls = [profile_photo, ...portfolio_images, ...newest.flatMap(({ pictures }) => pictures)];
  return reportOn(paths.artist(artist.slug), urls, media);
}

export function reportOnReviews(
  slug: string,
  reviews: readonly PublicReview[],
  media: MediaIndex,
): string | null {
  return reportOn(
    paths.reviews(slug),
    reviews.flatMap(({ pictures }) => pictures),
    media,
  );
}

export function reportOnMural(mural: Mural, media: MediaIndex): string | null {
  const { image_url, before_url, gallery_images } = mural;
  // The wall before is shown beside what became of it, and not by itself.
  const hidden = media.picture(image_url) ? null : before_url;
  return reportOn(
    paths.mural(mural.slug),
    [image_url, before_url, ...gallery_images],
    media,
    hidden,
  );
}

/** Null where the page has no picture to say something of. */
function reportOn(
  page: string,
  urls: readonly (string | null)[],
  media: MediaIndex,
  hidden: string | null = null,
): string | null {
  const pictures = urls
    .filter((url) => url !== null)
    .map((url) => ({ url, shown: url !== hidden && media.picture(url) !== null }));
  return pictures.some(({ shown }) => shown) ? paths.reportOn(page, picturesMark(pictures)) : null;
}
