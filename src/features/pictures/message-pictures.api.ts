import { isThere, toAppError } from '#data/app-error.ts';
import { requestBucket } from './request-bucket.api.ts';
import { MESSAGE_PICTURES } from './upload.ts';

/** How long a signed address is good for: long enough to be looked at, too short to be worth passing on. */
const SECONDS = 600;

/** Stores a picture of a message where the message expects it; one that is there already is none to fail on. Throws an AppError. */
export async function sendPicture(path: string, file: Blob, token?: string): Promise<void> {
  const bucket = await requestBucket(MESSAGE_PICTURES.name, token);
  const { error } = await bucket.upload(path, file, {
    contentType: file.type,
    cacheControl: '3600',
  });
  if (error && !isThere(error)) throw toAppError(error);
}

/** Addresses that show these pictures for a while, all of them in one call; null for what could not be had, whatever the reason. */
export async function pictureAddresses(
  paths: readonly string[],
  token?: string,
  name: string = MESSAGE_PICTURES.name,
): Promise<Record<string, string | null>> {
  const addresses: Record<string, string | null> = {};
  for (const path of paths) addresses[path] = null;
  if (paths.length === 0) return addresses;
  try {
    const bucket = await requestBucket(name, token);
    const { data, error } = await bucket.createSignedUrls([...paths], SECONDS);
    if (error) throw toAppError(error);
    for (const { path, signedUrl } of data) if (path) addresses[path] = signedUrl || null;
  } catch (error) {
    console.error(error);
  }
  return addresses;
}
