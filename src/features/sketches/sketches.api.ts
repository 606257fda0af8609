import { isThere, toAppError } from '#data/app-error.ts';
import { ask } from '#data/rpc.ts';
import { SKETCHES } from '#features/pictures/buckets.ts';
import { pictureAddresses } from '#features/pictures/message-pictures.api.ts';
import { requestBucket } from '#features/pictures/request-bucket.api.ts';
import { requestPicture } from '#features/pictures/request-picture.api.ts';
import { LEAD_PHOTOS, MESSAGE_PICTURES } from '#features/pictures/upload.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import { type ChosenSketch, type KeptPin, type Sketches, sketchesSchema } from './sketch.ts';

/*
 * The sketches of an accepted job. All throw an AppError: `not_allowed` or `link_refused` for whom it is none of their
 * business, `move_refused` where the state does not allow it any more, or a broken rule with its field.
 */

/** Everything there is; null before a proposal is accepted. */
export const readSketches = (key: AssignmentKey) =>
  ask(sketchesSchema.nullable(), 'sketch_data', assignmentArgs(key));

/** Adds a version of the calling artist, once for each key: its picture first, under the hash of its bytes. */
export async function sendSketch(
  key: AssignmentKey,
  picture: Blob,
  hash: string,
  idempotencyKey: string,
  place: ChosenSketch['place'],
): Promise<Sketches> {
  const bucket = await requestBucket(SKETCHES.name);
  const { error } = await bucket.upload(`${key.lead}/${key.artist}/${hash}.webp`, picture, {
    contentType: picture.type,
    cacheControl: '3600',
  });
  if (error && !isThere(error)) throw toAppError(error);
  return ask(sketchesSchema, 'add_sketch', {
    p_lead: key.lead,
    p_hash: hash,
    p_key: idempotencyKey,
    ...(place && { p_wall: place.wall, p_corners: place.corners, p_strength: place.strength }),
  });
}

/** Pins a comment to a version, once for its key. */
export const sendPin = (key: AssignmentKey, pin: KeptPin) =>
  ask(sketchesSchema, 'add_sketch_pin', {
    ...assignmentArgs(key),
    p_version: pin.version,
    p_x: pin.x,
    p_y: pin.y,
    p_body: pin.body,
    p_key: pin.key,
  });

/**
 * The client asks for changes of the newest version, in words or by what they pinned to it. `sketch_outdated` where there
 * is a newer one.
 */
export const askChanges = (key: AssignmentKey, version: number, note: string) =>
  ask(sketchesSchema, 'ask_sketch_changes', {
    ...assignmentArgs(key),
    p_version: version,
    p_note: note,
  });

/** The client approves the picture of this hash. */
export const approve = (key: AssignmentKey, version: number, hash: string) =>
  ask(sketchesSchema, 'approve_sketch', {
    ...assignmentArgs(key),
    p_version: version,
    p_hash: hash,
  });

/** Either side asks to reopen what is approved, or agrees to that. */
export const reopen = (key: AssignmentKey) =>
  ask(sketchesSchema, 'reopen_sketch', assignmentArgs(key));

/** Either side leaves what is approved as it is. */
export const keep = (key: AssignmentKey) => ask(sketchesSchema, 'keep_sketch', assignmentArgs(key));

/** The calling artist says what a further round costs, in dollars. */
export const offerRound = ({ lead }: AssignmentKey, amount: number) =>
  ask(sketchesSchema, 'offer_sketch_round', { p_lead: lead, p_amount: amount });

/** The client agrees to the offer that they saw. */
export const agreeRound = (key: AssignmentKey, offer: string) =>
  ask(sketchesSchema, 'agree_sketch_round', { ...assignmentArgs(key), p_offer: offer });

/** The bytes of a photo of the wall. */
export const wallPhotoByPath = ({ token }: AssignmentKey, path: string) =>
  requestPicture(wallBucket(path), path, token);

/** Photos of the request are a folder less deep than those of messages. */
const wallBucket = (path: string) =>
  (path.split('/').length > 3 ? MESSAGE_PICTURES : LEAD_PHOTOS).name;

/** Addresses that show photos of the wall for a while, for the artist. */
export async function wallAddresses(paths: readonly string[]) {
  const found = [LEAD_PHOTOS.name, MESSAGE_PICTURES.name].map((bucket) =>
    pictureAddresses(
      paths.filter((path) => wallBucket(path) === bucket),
      undefined,
      bucket,
    ),
  );
  return Object.assign({}, ...(await Promise.all(found))) as Record<string, string | null>;
}

/** The bytes of a sketch. Whether they are what its name says is for the page to compare. */
export const sketchPicture = ({ token }: AssignmentKey, path: string) =>
  requestPicture(SKETCHES.name, path, token);
