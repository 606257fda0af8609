import { createHash } from 'node:crypto';
import path from 'node:path';
import { BROTLI, contentType, isPacked, lifetimeOf, movedTo } from '#site/served.ts';
import { PREVIEW_FILE } from '../pictures/previews.ts';
import { PICTURE_FILE } from '../pictures/variants.ts';

/** What is no part of the site, but says what the site in a bucket is. */
const STATE = '.muro/';
/** The record of the live release. */
export const LIVE_KEY = `${STATE}live.json`;
/** Which variants belong to which upload. */
export const PICTURES_KEY = `${STATE}pictures.jsonl`;
/** The same in the media directory. */
export const PICTURES_FILE = 'index.jsonl';
const MEDIA = 'media/';

/** The entity tag of a file, as buckets name what they hold; one that encrypts with keys of its own has other names. */
export const digest = (body: Uint8Array) => createHash('md5').update(body).digest('hex');

/** Where this server has the files of a site. */
export interface Places {
  siteDir: string;
  mediaDir: string;
}

export const mediaKey = (name: string) => `${MEDIA}${name}`;
/** The name of a picture's file by its key; null for other keys. */
export const mediaName = (key: string) => (key.startsWith(MEDIA) ? key.slice(MEDIA.length) : null);
/** Whether a file of the media directory belongs to the site: not a draft, nor the list of them. */
export const isMediaFile = (name: string) => PICTURE_FILE.test(name) || PREVIEW_FILE.test(name);

/** Whether it is a file that visitors get. */
export const isSiteKey = (key: string) => !key.startsWith(STATE);

/** The key of the same file, compressed; null for one that is sent as it is. */
export const brotliKey = (key: string) => (isPacked(key) && isSiteKey(key) ? BROTLI + key : null);

/** Where the file of a key is on the disk; null for a key that is none of ours, or leads elsewhere. */
export function placeOf(key: string, { siteDir, mediaDir }: Places): string | null {
  if (key === PICTURES_KEY) return path.join(mediaDir, PICTURES_FILE);
  if (key.startsWith(STATE) || key.startsWith(BROTLI) || key.includes('\0') || key.endsWith('/'))
    return null;
  const name = mediaName(key);
  if (name !== null) return isMediaFile(name) ? path.join(mediaDir, name) : null;
  const file = path.resolve(siteDir, key);
  return file.startsWith(siteDir + path.sep) ? file : null;
}

/** Whether nobody waits for it as for a page: search, lists of everything, and the state. */
export const isLater = (key: string) =>
  /^(pagefind|search\/|\.muro\/)/.test(key) || /^(es\/)?[^/]+(?<!\.html)$/.test(key);

/** First what pages and lists refer to, then these, and what says what there is at the end. */
export function inStages(keys: Iterable<string>): string[][] {
  const stages: string[][] = [[], [], []];
  for (const key of keys) stages[stageOf(key)]?.push(key);
  return stages;
}

function stageOf(key: string): 0 | 1 | 2 {
  if (key.startsWith(STATE)) return 2;
  const referred =
    lifetimeOf(`/${key}`).immutable || /^(media\/|search\/(artists|murals)-)/.test(key);
  return referred ? 0 : 1;
}

/** What an object says of itself; in `meta` its entity tag, however the bucket names it, and where a page leads that has moved. */
export function headersOf(key: string, body: Uint8Array) {
  const location = movedTo(key, body);
  return {
    contentType: contentType(key),
    cacheControl: key.startsWith(STATE) ? 'no-store' : lifetimeOf(`/${key}`).cache,
    meta: { tag: digest(body), ...(location && { location }) },
  };
}
