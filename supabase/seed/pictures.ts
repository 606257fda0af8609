import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The pictures of the demo, so that a first start encodes none: each as uploaded, with its variants and their
 * description. A new one is a line in the list, and what `makeVariants` (src/publish/pictures/variants.ts) writes of the upload,
 * which itself takes the place of the widest AVIF.
 */
export const PICTURES_DIR = fileURLToPath(new URL('pictures', import.meta.url));
export const PICTURES_LIST = path.join(PICTURES_DIR, 'list.json');
export const PICTURE_TYPE = 'image/avif';

/** The file of each upload, by bucket and path. */
export async function keptPictures(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(PICTURES_LIST, 'utf8'));
}

/**
 * The bytes of an upload.
 * @throws Error when the list does not name it.
 */
export async function keptPicture(
  kept: Record<string, string>,
  bucket: string,
  name: string,
): Promise<Uint8Array> {
  const file = kept[`${bucket}/${name}`];
  if (!file) throw new Error(`${PICTURES_LIST} names no picture for ${bucket}/${name}`);
  return readFile(path.join(PICTURES_DIR, file));
}
