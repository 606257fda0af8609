import { toAppError } from '#data/app-error.ts';
import { removeFiles, uploadImage } from '#features/pictures/storage.api.ts';
import { BUCKETS, objectPath, portfolioPath } from '#features/pictures/upload.ts';
import { pick } from '#lib/draft.ts';
import { addCity, saveCity } from '../cities.api.ts';
import type { City, CityFields, CityForm } from '../city.ts';
import type { Cover } from './city-draft.ts';

const { name: BUCKET } = BUCKETS.portfolio;

interface CitySave {
  /** The admin, into whose folder a cover goes. */
  userId: string;
  /** Null for a service area that is added. */
  id: string | null;
  form: CityForm;
  cover: Cover;
  /** The fields that differ from what was read. */
  changed: readonly (keyof CityFields)[];
  read: CityFields;
}

/**
 * Adds a service area, or saves what was changed in one, with its cover; gives the stored row. Removes the file that
 * nothing shows then: the old cover, or the new one when the city is refused. Files count against the 60 that an admin
 * may keep. Throws an AppError.
 */
export async function saveWithCover({ userId, id, ...save }: CitySave): Promise<City> {
  const { cover, changed, read } = save;
  const cover_photo = cover instanceof File ? await uploadCover(userId, cover) : cover;
  const fields = { ...save.form, cover_photo };
  let stored: City;
  try {
    stored = id
      ? await saveCity(id, pick(fields, changed), pick(read, changed))
      : await addCity(fields);
  } catch (error) {
    // After a lost answer the city may have been saved with it.
    if (cover instanceof File && toAppError(error).definite) {
      uploaded.delete(cover);
      void dropCover(userId, cover_photo);
    }
    throw error;
  }
  if (changed.includes('cover_photo')) void dropCover(userId, read.cover_photo);
  return stored;
}

/** Where files have gone whose city is not known to be saved: asking again must not look like another cover. */
const uploaded = new WeakMap<File, string>();

/** Sends a cover photo into the admin's own folder; gives its address. */
async function uploadCover(userId: string, file: File): Promise<string> {
  const before = uploaded.get(file);
  if (before) return before;
  const path = portfolioPath(userId, Date.now(), 0, file.type);
  const url = await uploadImage({ bucket: BUCKET, path, file });
  uploaded.set(file, url);
  return url;
}

/** Removes a cover that no city shows any more, where it is this admin's to remove; a leftover hurts nobody. */
export async function dropCover(userId: string, url: string | null): Promise<void> {
  const path = url ? objectPath(url, BUCKET) : null;
  if (!path?.startsWith(`${userId}/`)) return;
  await removeFiles(BUCKET, [path]).catch(console.error);
}
