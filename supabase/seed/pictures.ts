import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Pictures that `npm run paint` has painted and encoded: each as uploaded, with its variants and their description. */
export const PICTURES_DIR = fileURLToPath(new URL('pictures', import.meta.url));
export const PICTURES_LIST = path.join(PICTURES_DIR, 'list.json');
export const PICTURE_TYPE = 'image/avif';

export interface KeptPicture {
  /** What was painted, as a hash: another one means that the picture has to be painted anew. */
  painting: string;
  /** The file that is the upload, and the widest variant too. */
  file: string;
}

/** What is kept, by bucket and path of the upload. */
export async function keptPictures(): Promise<Record<string, KeptPicture>> {
  return JSON.parse(await readFile(PICTURES_LIST, 'utf8'));
}

/**
 * The bytes of an upload.
 * @throws Error when it was never painted.
 */
export async function keptPicture(
  kept: Record<string, KeptPicture>,
  bucket: string,
  name: string,
): Promise<Uint8Array> {
  const picture = kept[`${bucket}/${name}`];
  if (!picture)
    throw new Error(`supabase/seed/pictures has no picture for ${bucket}/${name}: npm run paint`);
  return readFile(path.join(PICTURES_DIR, picture.file));
}
