import { isThere, toAppError } from '#data/app-error.ts';
import { requestBucket } from './request-bucket.api.ts';
import { MESSAGE_PICTURES } from './upload.ts';

/** How long a signed address is good for: long enough to be looked at, too short to be worth passing on. */
const SECONDS = 600;

const bucketFor = (token?: string, name: string = MESSAGE_PICTURES.name) =>
  requestBucket(name, token);

/** Stores a picture of a message where the message expects it; one that is there already is none to fail on. Throws an AppError. */
export async function sendPicture(path: string, file: Blob, token?: string): Promise<void> {
  const bucket = await bucketFor(token);
  const { error } = await bucket.upload(path, file, {
    contentType: file.type,
    cacheControl: '3600',
  });
  if (error && !isThere(error)) throw toAppError(error);
}

/** Addresses that show these pictures for a while, all of them in one call; what cannot be seen has none. Throws an AppError. */
async function signPictures(
  paths: readonly string[],
  token?: string,
  name?: string,
): Promise<Record<string, string>> {
  if (paths.length === 0) return {};
  const bucket = await bucketFor(token, name);
  const { data, error } = await bucket.createSignedUrls([...paths], SECONDS);
  if (error) throw toAppError(error);
  return Object.fromEntries(
    data.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl]] : [])),
  );
}

/** The same for what shows them at once: null for what could not be had, whatever the reason. */
export async function pictureAddresses(
  paths: readonly string[],
  token?: string,
  bucket?: string,
): Promise<Record<string, string | null>> {
  const none = Object.fromEntries(paths.map((path) => [path, null]));
  try {
    return { ...none, ...(await signPictures(paths, token, bucket)) };
  } catch (error) {
    console.error(error);
    return none;
  }
}
