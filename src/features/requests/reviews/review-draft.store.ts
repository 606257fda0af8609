import { keptDrafts } from '#browser/kept-draft.ts';
import { typedReviewSchema } from './review.ts';

const PREFIX = 'review.draft.';

/** What was typed into reviews, or into replies to them, and not sent, by lead and artist. */
export const reviewDrafts = keptDrafts(PREFIX, typedReviewSchema);
