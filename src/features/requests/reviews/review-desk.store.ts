import { DRAFT_PICTURES_KEY } from '#browser/sending-keys.ts';
import { pictureStore } from '#features/pictures/queue/picture-store.store.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import type { ReviewValues } from './review.ts';
import { reviewDrafts } from './review-draft.store.ts';
import {
  disputeReview,
  editReview,
  readReview,
  replyToReview,
  saveReviewPictures,
  submitReview,
} from './reviews.api.ts';

const pictures = pictureStore(DRAFT_PICTURES_KEY);

/** What either side of a request does about its review; what was typed survives a reload. All of it throws an AppError. */
export function reviewDesk(key: AssignmentKey) {
  const id = `${key.lead}.${key.artist}`;
  const kept = `review ${id}`;
  return {
    read: () => readReview(key),
    submit: (values: ReviewValues) => submitReview(key, values),
    edit: (id: string, values: ReviewValues) => editReview(id, values, key.token),
    /** Shows these of the addresses that it has, and these files as new ones. */
    savePictures: (id: string, addresses: readonly string[], files: readonly Blob[]) =>
      saveReviewPictures(id, addresses, files, key.token),
    reply: replyToReview,
    dispute: disputeReview,
    draft: {
      ...reviewDrafts.of(id),
      loadPictures: () => pictures.read(kept),
      savePictures: (files: readonly Blob[]) => pictures.keep(kept, files),
    },
  };
}

export type ReviewDesk = ReturnType<typeof reviewDesk>;
