import { LIMITS } from './limits.ts';

/**
 * Every sentence a rule can answer with, by its stable code (specification, sections 5 and 8).
 * SQL raises the code together with the sentence; a test compares the two lists.
 */
export const MESSAGES = {
  name_required: 'Name is required',
  name_too_long: `Name must be at most ${LIMITS.name} characters`,
  email_invalid: 'Invalid email address',
  email_too_long: `Email must be at most ${LIMITS.email} characters`,
  phone_too_long: `Phone must be at most ${LIMITS.phone} characters`,
  city_required: 'City is required',
  city_too_long: `City must be at most ${LIMITS.city} characters`,
  state_too_long: `State must be at most ${LIMITS.state} characters`,
  bio_too_long: `Bio must be at most ${LIMITS.bio} characters`,
  description_too_long: `Description must be at most ${LIMITS.cityDescription} characters`,
  project_too_short: 'Please provide more details',
  project_too_long: `Project description must be at most ${LIMITS.projectMax} characters`,
  mural_size_too_long: `Mural size must be at most ${LIMITS.muralSize} characters`,
  surface_required: 'Please select a surface type',
  style_required: 'Please select a style',
  budget_required: 'Please select a budget range',
  years_invalid: `Years of experience must be a whole number from 0 to ${LIMITS.yearsMax}`,
  list_item_too_long: `Each item must be at most ${LIMITS.listItemLength} characters`,
  password_too_short: `Password must be at least ${LIMITS.passwordMin} characters`,
  password_too_long: `Password must be at most ${LIMITS.passwordMax} characters`,
  newsletter_email_invalid: 'Please enter a valid email address',
  artists_required: 'Please select at least one artist',
  artists_not_offered: 'Failed to send project to artists',
  claim_refused: 'Failed to send project to artists',
  already_sent: 'Failed to send project to artists',
  artist_unknown: 'Artist not found',
  artist_id_invalid: 'Invalid artist ID',
  status_refused: 'Failed to update status',
  profile_refused: 'Failed to save profile',
  image_refused: 'Images must be your own uploads',
  state_invalid: 'State must be a US state',
  account_unknown: 'No account has this email address',
  last_admin: 'The last admin account cannot be deleted.',
  changed_elsewhere: 'This was saved elsewhere meanwhile.',
  invalid_input: 'Invalid input',
  link_refused: 'This link does not open a request. It may have been replaced by a newer one.',
  newsletter_refused: 'This link does not work any more. Please sign up once more.',
  request_withdrawn: 'This request was withdrawn.',
  move_refused: 'That is not possible any more. Somebody may have been faster.',
  message_required: 'Please write a message',
  message_too_long: `Message must be at most ${LIMITS.message} characters`,
  pictures_too_many: `A message takes at most ${LIMITS.messagePictures} pictures`,
  pictures_full: 'There is no room for more pictures in this conversation',
  title_required: 'Please give it a title',
  title_too_long: `Title must be at most ${LIMITS.muralTitle} characters`,
  place_too_long: `Place must be at most ${LIMITS.muralPlace} characters`,
  month_invalid: 'Please choose a month that has begun',
  mural_pictures_invalid: `Please choose 1 to ${LIMITS.muralPictures} pictures`,
  consent_required: 'The client has not agreed to show their pictures',
  mural_picture_required: 'Please add a picture before you publish it',
  mural_pictures_too_many: `A mural takes at most ${LIMITS.muralGallery} pictures`,
  mural_hidden: 'This mural was taken down by an admin.',
  murals_full: `There is no room for more than ${LIMITS.muralsOfArtist} murals`,
  place_consent_required: 'The client has not agreed to show where the wall is',
  price_invalid: 'Price must be whole dollars from 1 to 1,000,000, the lower one first',
  start_invalid: 'Please choose a day from today on',
  days_invalid: `Days must be a whole number from 1 to ${LIMITS.proposalDays}`,
  valid_until_invalid: 'Please choose a day from today on, within a year',
  reason_required: 'Please say why',
  reason_too_long: `Reason must be at most ${LIMITS.reason} characters`,
  proposal_expired: 'This proposal is no longer valid. Ask the artist for a new one.',
  proposal_changed: 'This proposal was changed or taken back. Please look at it again.',
  proposal_taken: 'Another proposal was accepted already.',
  rating_invalid: 'Please choose 1 to 5 stars',
  review_too_short: `Review must be at least ${LIMITS.reviewMin} characters`,
  review_too_long: `Review must be at most ${LIMITS.review} characters`,
  review_name_too_long: `Name must be at most ${LIMITS.reviewName} characters`,
  review_town_too_long: `Town must be at most ${LIMITS.reviewTown} characters`,
  reply_required: 'Please write a reply',
  reply_too_long: `Reply must be at most ${LIMITS.reply} characters`,
  review_too_early: 'A review is possible once the wall is painted.',
  review_exists: 'You have reviewed this artist already. You can change what you wrote.',
  review_pictures_invalid: `A review takes at most ${LIMITS.reviewPictures} pictures of its own`,
  review_final: 'This can be changed for 14 days only.',
  pause_invalid: 'Please choose a month within two years',
  artist_paused: 'This artist takes no new requests at the moment.',
  idempotency_conflict: 'This request was already used for something else.',
  rate_limited: 'Too many requests. Please try again later.',
  not_allowed: 'You are not allowed to do this.',
} as const;

export type ErrorCode = keyof typeof MESSAGES;

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(MESSAGES, code);
}

/** The sentence for a coded error, or `fallback` for anything this product did not raise itself. */
export function messageFor(code: unknown, fallback: string): string {
  return isErrorCode(code) ? MESSAGES[code] : fallback;
}
