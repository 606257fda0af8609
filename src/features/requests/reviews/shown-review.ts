import type { ListedArtist } from '#features/artists/artist.ts';
import type { GalleryPicture } from '#features/pictures/gallery.ts';
import type { PublicReview } from './public-review.ts';

export interface ReviewsPage {
  artist: ListedArtist;
  /** Newest first; at least one. */
  reviews: readonly PublicReview[];
}

/** A review as a page shows it. */
export interface ShownReview {
  review: PublicReview;
  pictures: GalleryPicture[];
  /** Its place on the page of all reviews; null on other pages. */
  id: string | null;
  /** Where all of it stands, where this is its beginning. */
  more: string | null;
}
