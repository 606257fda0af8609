import { adminList } from '#data/admin-list.ts';
import { toAppError } from '#data/app-error.ts';
import { ask, call } from '#data/rpc.ts';
import { requestBucket } from '#features/pictures/request-bucket.api.ts';
import { imageExtension, REVIEW_PICTURES } from '#features/pictures/upload.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import {
  adminReviewSchema,
  type OwnReview,
  ownReviewSchema,
  type ReviewValues,
  requestReviewSchema,
} from './review.ts';

/*
 * What is said of painted walls. All throw an AppError: `not_allowed` or `link_refused` for whom it
 * is none of their business, or a broken rule with its field.
 */

/** The review that came of a request with one artist, as the caller's side sees it. */
export const readReview = (key: AssignmentKey) =>
  ask(requestReviewSchema, 'conversation_review', assignmentArgs(key));

const reviewArgs = ({ rating, body, name, town }: ReviewValues) => ({
  p_rating: rating,
  p_body: body,
  p_name: name,
  p_town: town,
});

/** Reviews an artist for the client. Throws `review_too_early` or `review_exists`; the same again is no second one. */
export const submitReview = (key: AssignmentKey, values: ReviewValues) =>
  ask(ownReviewSchema, 'submit_review', {
    ...assignmentArgs(key),
    ...reviewArgs(values),
  });

/** Changes a review. Throws `review_final` after 14 days. */
export const editReview = (id: string, values: ReviewValues, token?: string) =>
  ask(ownReviewSchema, 'edit_review', {
    p_review: id,
    ...reviewArgs(values),
    ...(token && { p_token: token }),
  });

/**
 * Shows these of the addresses that a review has, and these files as new ones; those that it shows no more are deleted.
 * Throws `review_final` after 14 days.
 */
export async function saveReviewPictures(
  id: string,
  addresses: readonly string[],
  files: readonly Blob[],
  token?: string,
): Promise<OwnReview> {
  const bucket = await requestBucket(REVIEW_PICTURES.name, token);
  const added: string[] = [];
  for (const file of files) {
    const path = `${id}/${crypto.randomUUID()}.${imageExtension(file.type)}`;
    const { error } = await bucket.upload(path, file, { contentType: file.type });
    if (error) throw toAppError(error);
    added.push(bucket.getPublicUrl(path).data.publicUrl);
  }
  return ask(ownReviewSchema, 'set_review_pictures', {
    p_review: id,
    p_pictures: [...addresses, ...added],
    ...(token && { p_token: token }),
  });
}

/** The calling artist replies to a review, or changes the reply. Throws `review_final` 14 days after the first one. */
export const replyToReview = (id: string, body: string) =>
  ask(ownReviewSchema, 'reply_to_review', { p_review: id, p_body: body });

/** The calling artist disputes a review, which is off the page until an admin has looked. Throws `dispute_too_late` after 14 days. */
export const disputeReview = (id: string, reason: string) =>
  ask(ownReviewSchema, 'dispute_review', { p_review: id, p_reason: reason });

/** An admin takes a review off the pages, with a reason that both sides see. */
export const hideReview = (id: string, reason: string) =>
  call('hide_review', { p_review: id, p_reason: reason });

/** An admin shows a review that is hidden, disputed or waiting. */
export const showReview = (id: string) => call('show_review', { p_review: id });
export const listReviews = adminList('admin_list_reviews', adminReviewSchema);
