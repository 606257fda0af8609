import { keysOf } from '#browser/browser-storage.ts';
import { keptDraft } from '#browser/kept-draft.ts';
import { typedReviewSchema } from './review.ts';

const PREFIX = 'review.draft.';

/** What was typed into the review of an artist for a request, or into the reply to it. */
export const reviewDraft = (lead: string, artist: string) =>
  keptDraft(`${PREFIX}${lead}.${artist}`, typedReviewSchema);

/** How many reviews and replies were typed and not sent. */
export const keptReviews = (storage: Storage): number =>
  keysOf(storage).filter((key) => key.startsWith(PREFIX)).length;
