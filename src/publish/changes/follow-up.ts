import type { DirectoryChange } from '#site/directory/directory-change.ts';
import { pagePreviews } from '../pictures/images.ts';
import type { PreviewQueue } from '../pictures/preview-queue.ts';
import type { PublishedChange } from './page-queue.ts';
import type { PublisherOptions } from './publisher-options.ts';
import type { Withdrawals } from './withdrawals.ts';

interface FollowUpOptions extends Pick<PublisherOptions, 'directory' | 'media' | 'onErased'> {
  withdrawals: Withdrawals;
  previews: PreviewQueue;
}

/**
 * What changes that are on the pages bring with them: what they took off is not served any more, what is erased is kept
 * nowhere, and preview images are drawn in the background.
 */
export async function followUp(
  published: readonly PublishedChange[],
  { directory, media, onErased, withdrawals, previews }: FollowUpOptions,
): Promise<void> {
  const changes = published.map(({ change }) => change).filter((row) => row.table !== null);
  withdrawals.suspect(changes);
  await withdrawals.run();
  if (changes.some(erases)) await onErased?.();
  const usable = (url: string) => media.picture(url) !== null;
  const routes = new Set(published.flatMap((one) => [...one.routes]));
  previews.add(pagePreviews(directory, routes, usable));
}

/** Whether a person is to be kept nowhere: an artist is deleted, or who wrote a review. */
function erases({ table, old, new: now, deleted }: DirectoryChange): boolean {
  if (table === 'reviews') return now !== null && old?.author_name != null && !now.author_name;
  return table === 'artists' && deleted;
}
