import type { Artist } from '#features/artists/artist.ts';
import { encodeFile } from '#features/pictures/chosen/source-file.ts';
import type { Crop } from '#features/pictures/crop.ts';
import { ownFiles, removeFiles, uploadImage } from '#features/pictures/storage.api.ts';
import { BUCKETS, photoPath } from '#features/pictures/upload.ts';
import { updateArtist } from './own-artist.api.ts';

const { name: BUCKET, maxBytes } = BUCKETS.photo;

interface NewPhoto {
  artist: Artist;
  userId: string;
  file: File;
  crop: Crop;
  onProgress: (share: number) => void;
}

/** Crops, uploads and shows a new profile photo; then removes one that another file type left (section 7). */
export async function savePhoto({ artist, userId, file, crop, onProgress }: NewPhoto) {
  const blob = await encodeFile(file, { maxBytes, crop });
  const path = photoPath(userId, blob.type);
  const url = await uploadImage({ bucket: BUCKET, path, file: blob, onProgress });
  // The name stays the same, so the address carries a version: pages and caches see a new picture.
  const saved = await updateArtist(artist.id, { profile_photo: `${url}?v=${Date.now()}` });
  await removeOthers(userId, path).catch((error) => console.error(error));
  return saved;
}

async function removeOthers(userId: string, kept: string): Promise<void> {
  const files = await ownFiles(BUCKET, userId);
  const others = files.filter((path) => path !== kept && path.startsWith(`${userId}/profile.`));
  await removeFiles(BUCKET, others);
}
