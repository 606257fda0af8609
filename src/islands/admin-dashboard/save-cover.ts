import { saveCity } from '#data/admin-actions.ts';
import { toAppError } from '#data/app-error.ts';
import { removeFiles, uploadImage } from '#data/storage.ts';
import type { City, CityForm } from '#domain/city.ts';
import { BUCKETS, objectPath, portfolioPath } from '#domain/upload.ts';
import { encodeImage } from '#ui/encode-image.ts';
import type { Cover } from './CoverPhoto.tsx';

const { name: BUCKET, maxBytes } = BUCKETS.portfolio;

/**
 * Adds a service area, or changes the given one, with its cover, and removes the file that nothing shows then: the
 * old cover, or the new one when the city is refused. Files count against the 60 that an admin may keep.
 */
export async function saveWithCover(
  userId: string,
  city: City | null,
  form: CityForm,
  cover: Cover,
): Promise<void> {
  const cover_photo = cover instanceof File ? await uploadCover(userId, cover) : cover;
  try {
    await saveCity(city?.id ?? null, { ...form, cover_photo });
  } catch (error) {
    // After a lost answer the city may have been saved with it.
    if (cover instanceof File && toAppError(error).definite) void dropCover(userId, cover_photo);
    throw error;
  }
  if (city && city.cover_photo !== cover_photo) void dropCover(userId, city.cover_photo);
}

/** Sends a cover photo, made small and free of what a camera adds, into the admin's own folder; gives its address. */
async function uploadCover(userId: string, source: File): Promise<string> {
  const file = await encodeImage(source, { maxBytes });
  const path = portfolioPath(userId, Date.now(), 0, file.type);
  return uploadImage({ bucket: BUCKET, path, file });
}

/** Removes a cover that no city shows any more, where it is this admin's to remove; a leftover hurts nobody. */
export async function dropCover(userId: string, url: string | null): Promise<void> {
  const path = url ? objectPath(url, BUCKET) : null;
  if (!path?.startsWith(`${userId}/`)) return;
  await removeFiles(BUCKET, [path]).catch(console.error);
}
