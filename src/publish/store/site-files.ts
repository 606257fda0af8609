import { readdir, readFile } from 'node:fs/promises';
import { ifExists, listFiles } from '#node/files.ts';
import {
  digest,
  isMediaFile,
  mediaKey,
  PICTURES_FILE,
  PICTURES_KEY,
  type Places,
  placeOf,
} from './site-keys.ts';

/**
 * Whether this disk has under a key what a bucket has, by its entity tag there; undefined where it has nothing. A bucket
 * with other tags is sent all of it.
 */
export async function isSame(
  key: string,
  etag: string | undefined,
  places: Places,
): Promise<boolean> {
  if (etag === undefined) return false;
  const place = placeOf(key, places);
  const body = place && (await ifExists(readFile(place)));
  return !!body && digest(body) === etag;
}

/** The keys of all files of a site on this disk. */
export async function siteFileKeys({ siteDir, mediaDir }: Places): Promise<string[]> {
  const names = (await ifExists(readdir(mediaDir))) ?? [];
  const media = names.filter(isMediaFile).map(mediaKey);
  return [
    ...(await listFiles(siteDir)),
    ...media,
    ...(names.includes(PICTURES_FILE) ? [PICTURES_KEY] : []),
  ];
}
