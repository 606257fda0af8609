import { requestPicture } from '#features/pictures/request-picture.api.ts';
import { LEAD_PHOTOS } from '#features/pictures/upload.ts';

/** The number of a photo of a request, which its name says; null for another picture. */
export function photoNumber(path: string): number | null {
  const name = /\/(\d)\.\w+$/.exec(path)?.[1];
  return name === undefined ? null : Number(name);
}

/** One of the client's photos, by its number, among the paths of all; null where it is gone. */
export async function wallPhotoByNumber(
  paths: readonly string[],
  photo: number,
  token: string | undefined,
): Promise<Blob | null> {
  const path = paths.find((one) => photoNumber(one) === photo);
  return path === undefined ? null : requestPicture(LEAD_PHOTOS.name, path, token);
}
