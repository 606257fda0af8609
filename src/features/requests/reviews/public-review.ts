import { z } from '#lib/zod.ts';
import { MOST_STARS, reviewSchema } from './review.ts';

/** A row of `reviews` as pages know it. */
export const publicReviewSchema = reviewSchema.extend({
  updated_at: z.string(),
  public_visible: z.boolean(),
});
export type PublicReview = z.output<typeof publicReviewSchema>;

/** How many gave each number of stars, the most stars first. */
export function ratingSpread(
  reviews: readonly Pick<PublicReview, 'rating'>[],
): { stars: number; count: number }[] {
  return Array.from({ length: MOST_STARS }, (_, i) => {
    const stars = MOST_STARS - i;
    return { stars, count: reviews.filter(({ rating }) => rating === stars).length };
  });
}
