import { AppError, isThere, toAppError } from '#data/app-error.ts';
import { apiKey, browserClient } from '#data/browser-client.ts';
import { ask } from '#data/rpc.ts';
import { pictureAddresses } from '#features/pictures/message-pictures.api.ts';
import { requestBucket } from '#features/pictures/request-bucket.api.ts';
import { postFile } from '#features/pictures/storage.api.ts';
import { LEAD_PHOTOS } from '#features/pictures/upload.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { leadPhotosSchema } from './lead-photo.ts';

/*
 * Photos of the wall of a request. A guest gives the token of the link; a session does without.
 * All throw an AppError.
 */

/** The wall of a request, of one's own or by its link. */
export interface WallOf {
  lead: string;
  token?: string | null | undefined;
}

/** The photos of a request that the caller sees. `link_refused` for everybody else. */
export const leadPhotos = ({ lead, token }: WallOf) =>
  ask(leadPhotosSchema, 'request_photos', token ? { p_token: token } : { p_lead: lead });

/** The paths of the client's photos of the wall, for one of its artists or for the client. */
export async function wallPaths(of: AssignmentKey): Promise<string[]> {
  const { photos } = await leadPhotos(of);
  return photos.map(({ path }) => path);
}

interface Sent {
  path: string;
  file: Blob;
  token: string | null;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Stores a photo; false when something of its name is there already. */
export async function sendLeadPhoto({ token, ...sent }: Sent): Promise<boolean> {
  const { data } = await (await browserClient()).auth.getSession();
  const headers = {
    authorization: `Bearer ${data.session?.access_token ?? apiKey()}`,
    'cache-control': 'max-age=3600',
    ...(token && { 'x-request-token': token }),
  };
  try {
    await postFile({ ...sent, bucket: LEAD_PHOTOS.name }, headers);
    return true;
  } catch (error) {
    if (error instanceof AppError && isThere(error)) return false;
    throw error;
  }
}

/** Takes photos away; those that are gone are no error. */
export async function removeLeadPhotos(
  paths: readonly string[],
  token: string | null,
): Promise<void> {
  const bucket = await requestBucket(LEAD_PHOTOS.name, token ?? undefined);
  const { error } = await bucket.remove([...paths]);
  if (error) throw toAppError(error);
}

/** Addresses that show photos for a while; null for what could not be had. */
export const leadPhotoAddresses = (paths: readonly string[], token?: string | null) =>
  pictureAddresses(paths, token ?? undefined, LEAD_PHOTOS.name);
