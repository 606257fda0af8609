import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { requiredLine, requiredText } from '#lib/text.ts';
import { z } from '#lib/zod.ts';
import { SIDES } from '../conversation/conversation.ts';

export const MOST_STARS = 5;

/** What is public of a review. */
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
type Review = z.output<typeof reviewSchema>;

/** What a review needs next before everybody sees it. */
const WAITS_FOR = ['proof', 'artist', 'days', 'dispute', 'admin'] as const;

/** A review as one side of its request sees it. */
export const ownReviewSchema = reviewSchema.extend({
  /** Why an admin took it off the pages; null while it is shown. */
  hidden_reason: z.string().nullable(),
  /** Null once it counts. */
  waits_for: z.enum(WAITS_FOR).nullable(),
  /** Whether the asking artist can dispute it. */
  disputable: z.boolean(),
  /** Whether this side can still change what it wrote: the review, or the reply. */
  editable: z.boolean(),
});
export type OwnReview = z.output<typeof ownReviewSchema>;

/** What either side of a request knows of its review. */
export const requestReviewSchema = z.object({
  side: z.enum(SIDES),
  review: ownReviewSchema.nullable(),
  /** How it is signed unless its author wants it otherwise. */
  author: z.object({ name: z.string().nullable(), town: z.string().nullable() }).nullable(),
  /** The wall is painted. */
  possible: z.boolean(),
});
export type RequestReview = z.output<typeof requestReviewSchema>;

/** A review in the list of admins. */
export const adminReviewSchema = reviewSchema.extend({
  artist: z.string(),
  slug: z.string(),
  hidden_reason: z.string().nullable(),
  waits_for: z.enum(WAITS_FOR).nullable(),
  dispute_reason: z.string().nullable(),
  /** The sender's email address is proven. */
  proven: z.boolean(),
  /** How many other reviews came from the same mailbox, or of the same artist from the same network. */
  same_sender: z.number(),
  same_network: z.number(),
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

/** What the form begins with: the review that it would change, or how a new one is signed. */
export function typedReviewOf({ review, author }: RequestReview): TypedReview {
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

/** Why the two sides of a request are the only ones who see its review, and what follows; null once everybody does. */
export function waitingNote(
  { waits_for }: { waits_for?: OwnReview['waits_for'] | undefined },
  side: 'client' | 'artist',
  artist: string,
): string | null {
  if (!waits_for) return null;
  return (side === 'client' ? clientNotes(artist) : ARTIST_NOTES)[waits_for];
}

const CHECKED = 'We’ll check this review before we show it.';

const SOON = 'This review appears two days after the proposal was accepted.';

const clientNotes = (artist: string) => ({
  proof: `Open the link in our email about this request. We’ll show your review once you have, and ${artist} confirms the mural or 14 days pass.`,
  artist: `We’ll show your review once ${artist} confirms the mural or 14 days pass.`,
  days: SOON,
  dispute: `${artist} disputes this review. We’ll decide whether to show it.`,
  admin: CHECKED,
});

const ARTIST_NOTES = {
  proof: 'We’ll show this review once the client has confirmed their email address.',
  artist: 'We’ll show this review once you confirm the mural or 14 days pass.',
  days: SOON,
  dispute: 'This review is disputed. We’ll decide whether to show it.',
  admin: CHECKED,
};

/** '4 of 5 stars'. */
export const starsLabel = (rating: number) => `${rating} of ${MOST_STARS} stars`;
