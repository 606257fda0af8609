import { LEAD_PHOTOS } from '#features/pictures/upload.ts';
import {
  type UploadItem,
  type UploadPause,
  uploadSummary,
} from '#features/pictures/upload-queue.ts';
import { plural } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { z } from '#lib/zod.ts';

/** A photo of the wall that is stored: `name` is its place, 0 to 5. */
const leadPhotoSchema = z.object({
  path: z.string(),
  name: z.string(),
  size: z.number().nullable(),
  created_at: z.string(),
  /** An agreement that one side signed marks the wall on it: it stays. */
  signed: z.boolean(),
});
export type LeadPhoto = z.output<typeof leadPhotoSchema>;

export const leadPhotosSchema = z.object({
  lead: z.guid(),
  /** Where the client may put more; null for everybody else, and once it is closed. */
  folder: z.string().nullable(),
  photos: z.array(leadPhotoSchema),
});
export type LeadPhotos = z.output<typeof leadPhotosSchema>;

/** The first place that nothing has and nothing is on its way to; null when there is none. */
export const freeSlot = (taken: readonly string[]): string | null =>
  LEAD_PHOTOS.slots.find((slot) => !taken.includes(slot)) ?? null;

export const PHOTOS_FULL = `A request takes at most ${LIMITS.leadPhotos} photos`;

/** What is said of photos that will not arrive any more. */
export function photosNotSent(count: number, why: 'closed' | 'gone'): string {
  const lost = plural(count, 'photo of your wall wasn’t sent', 'photos of your wall weren’t sent');
  return why === 'closed'
    ? `${lost}: the request is closed`
    : `${lost}: the request isn’t there anymore`;
}

const WAITS: Readonly<Record<UploadPause, string>> = {
  connection: 'They’re saved on this device and will go out when you’re back online.',
  server: 'The site is busy. They’ll go out soon.',
};

/**
 * How far the photos of a request that was sent are, in a sentence or two; empty when there is nothing to say. The
 * request itself has arrived, and the words never make it look otherwise.
 */
export function wallNews(items: readonly UploadItem[], pause: UploadPause | null): string {
  const { saved, total, underWay } = uploadSummary(items);
  const missing = items.filter(({ state }) => state === 'failed' || state === 'refused');
  const named = missing.map(({ name, problem }) => `${name}: ${problem}`).join(' ');
  const lost =
    missing.length > 0
      ? `${plural(missing.length, 'photo of your wall didn’t arrive', 'photos of your wall didn’t arrive')}. ${named}`
      : '';
  if (underWay === 0) return lost;
  const going =
    pause === null
      ? `Sending photos of your wall: ${saved} of ${total} arrived.`
      : `Your request has arrived; ${plural(underWay, 'photo of your wall is still to come', 'photos of your wall are still to come')}. ${WAITS[pause]}`;
  return [going, lost].filter(Boolean).join(' ');
}
