import { removeFiles, uploadImage } from '#data/storage.ts';
import { BUCKETS, objectPath, portfolioPath } from '#domain/upload.ts';
import { encodeImage } from '#ui/encode-image.ts';

const { name: BUCKET, maxBytes } = BUCKETS.portfolio;

/** Sends a cover photo, made small and free of what a camera adds, into the admin's own folder; gives its address. */
export async function uploadCover(userId: string, source: File): Promise<string> {
  const file = await encodeImage(source, { maxBytes });
  const path = portfolioPath(userId, Date.now(), 0, file.type);
  return uploadImage({ bucket: BUCKET, path, file });
}

/** Removes a cover that no city shows any more, where it is this admin's to remove; a leftover hurts nobody. */
export async function dropCover(userId: string, url: string | null | undefined): Promise<void> {
  const path = url ? objectPath(url, BUCKET) : null;
  if (!path?.startsWith(`${userId}/`)) return;
  await removeFiles(BUCKET, [path]).catch(console.error);
}
