import type { Artist } from '#features/artists/artist.ts';
import { ownFiles, removeFiles } from '#features/pictures/storage.api.ts';
import { BUCKETS, objectPath } from '#features/pictures/upload.ts';
import { muralImagesOf } from '../own-artist.api.ts';

const BUCKET = BUCKETS.portfolio.name;

/** A younger file may be an upload of another tab that has not been added yet. */
const ORPHAN_MIN_AGE_MS = 3_600_000;

/** What was removed since may still be brought back, in another tab or on another device. */
const UNDO_MAX_AGE_MS = 600_000;

/** Removes the file behind an address, unless a mural shows it too. */
export async function removeFileOf(artist: Artist, url: string): Promise<void> {
  const path = objectPath(url, BUCKET);
  if (!path || (await muralImagesOf(artist.id)).has(url)) return;
  await removeFiles(BUCKET, [path]);
}

/** Whether the file behind an address can be shown again; what lies outside the person's own folder stays. */
export async function isStored(url: string, userId: string): Promise<boolean> {
  const path = objectPath(url, BUCKET);
  return !path?.startsWith(`${userId}/`) || (await ownFiles(BUCKET, userId)).includes(path);
}

/**
 * Files named by this dashboard that nothing shows any more, because a page was closed before it had removed them.
 * None of a portfolio that was `changed` a moment ago.
 */
export function orphanedFiles(
  files: string[],
  used: Set<string>,
  changed: number,
  now: number,
): string[] {
  if (now - changed < UNDO_MAX_AGE_MS) return [];
  return files.filter((path) => {
    const timestamp = /\/(\d{13,})-\d+\.[a-z]+$/.exec(path)?.[1];
    return timestamp && now - Number(timestamp) > ORPHAN_MIN_AGE_MS && !used.has(path);
  });
}

/** Removes orphaned files; they would count against the 400 that a person may keep. */
export async function removeOrphanedFiles(artist: Artist, userId: string): Promise<void> {
  const files = await ownFiles(BUCKET, userId);
  const used = new Set<string>();
  for (const url of [...artist.portfolio_images, ...(await muralImagesOf(artist.id))]) {
    const path = url && objectPath(url, BUCKET);
    if (path) used.add(path);
  }
  const changed = Date.parse(artist.updated_at);
  await removeFiles(BUCKET, orphanedFiles(files, used, changed, Date.now()));
}
