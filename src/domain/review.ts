import { MESSAGES } from './errors.ts';
import { LIMITS } from './limits.ts';
import { requiredLine, requiredText } from './text.ts';
import { SIDES } from './thread.ts';
import { z } from './zod.ts';

export const MOST_STARS = 5;

/** What is public of a review (design, section 7). */
export const reviewSchema = z.object({
  id: z.guid(),
  artist_id: z.guid(),
  rating: z.number(),
  body: z.string(),
  /** As its author wants to be called; null for who is not named. */
  author_name: z.string().nullable(),
  author_town: z.string().nullable(),
  pictures: z.array(z.string()),
  reply: z.string().nullable(),
  replied_at: z.string().nullable(),
  created_at: z.string(),
});
export type Review = z.output<typeof reviewSchema>;

/** A review as one side of its request sees it. */
export const ownReviewSchema = reviewSchema.extend({
  /** Why an admin took it off the pages; null while it is shown. */
  hidden_reason: z.string().nullable(),
  /** Whether this side can still change what it wrote: the review, or the reply. */
  editable: z.boolean(),
});
export type OwnReview = z.output<typeof ownReviewSchema>;

/** What either side of a request knows of its review. */
export const threadReviewSchema = z.object({
  side: z.enum(SIDES),
  review: ownReviewSchema.nullable(),
  /** How it is signed unless its author wants it otherwise. */
  author: z.object({ name: z.string().nullable(), town: z.string().nullable() }).nullable(),
  /** The wall is painted. */
  possible: z.boolean(),
});
export type ThreadReview = z.output<typeof threadReviewSchema>;

/** A review in the list of admins. */
export const adminReviewSchema = reviewSchema.extend({
  artist: z.string(),
  slug: z.string(),
  lead_id: z.guid().nullable(),
  hidden_reason: z.string().nullable(),
});
export type AdminReview = z.output<typeof adminReviewSchema>;

/** What stands in the form of a review, finished or not, or in that of a reply, which has a body alone. */
export const typedReviewSchema = z.object({
  rating: z.number().nullable(),
  body: z.string(),
  name: z.string(),
  town: z.string(),
});
export type TypedReview = z.output<typeof typedReviewSchema>;

/** In the order of the form. */
export const REVIEW_FIELDS = Object.keys(typedReviewSchema.shape) as (keyof TypedReview)[];

/** What the form begins with: the review that it would change, or how a new one is signed. */
export function typedReviewOf({ review, author }: ThreadReview): TypedReview {
  return review
    ? {
        rating: review.rating,
        body: review.body,
        name: review.author_name ?? '',
        town: review.author_town ?? '',
      }
    : { rating: null, body: '', name: author?.name ?? '', town: author?.town ?? '' };
}

/** What the form of a review sends; SQL holds the same rules (`private.check_review`), in the same order. */
export const reviewDraftSchema = z.object({
  rating: z
    .number({ error: MESSAGES.rating_invalid })
    .refine(
      (stars) => Number.isInteger(stars) && stars >= 1 && stars <= MOST_STARS,
      MESSAGES.rating_invalid,
    ),
  body: requiredText(
    LIMITS.reviewMin,
    MESSAGES.review_too_short,
    LIMITS.review,
    MESSAGES.review_too_long,
  ),
  /** Empty: shown without one. */
  name: requiredLine(0, '', LIMITS.reviewName, MESSAGES.review_name_too_long),
  town: requiredLine(0, '', LIMITS.reviewTown, MESSAGES.review_town_too_long),
});
export type ReviewValues = z.output<typeof reviewDraftSchema>;

export const replySchema = z.object({
  body: requiredText(1, MESSAGES.reply_required, LIMITS.reply, MESSAGES.reply_too_long),
});

/** Who wrote it, as it is shown: 'Ana, San Antonio', or 'A client' where nobody is named. */
export function authorLabel({
  author_name,
  author_town,
}: Pick<Review, 'author_name' | 'author_town'>): string {
  return [author_name ?? 'A client', author_town].filter(Boolean).join(', ');
}

/** '4 of 5 stars'. */
export const starsLabel = (rating: number) => `${rating} of ${MOST_STARS} stars`;
