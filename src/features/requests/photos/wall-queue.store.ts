import { AppError, toAppError } from '#data/app-error.ts';
import type {
  UploadBytes,
  UploadQueueOptions,
} from '#features/pictures/queue/upload-jobs.store.ts';
import { browserKeeper } from '#features/pictures/queue/upload-keeper.store.ts';
import { createUploadQueue } from '#features/pictures/queue/upload-queue.store.ts';
import { SLOT_TAKEN } from '#features/pictures/queue/upload-retries.store.ts';
import {
  WALL_PHOTO_PREFIX,
  WALL_PICTURES_KEY,
  wallSets,
} from '#features/pictures/queue/wall-sets.store.ts';
import { LEAD_PHOTOS, leadPhotoPath } from '#features/pictures/upload.ts';
import { placesTaken } from '#features/pictures/upload-queue.ts';
import { freeSlot, type LeadPhotos, PHOTOS_FULL, photosNotSent } from './lead-photo.ts';
import { leadPhotos, removeLeadPhotos, sendLeadPhoto } from './lead-photos.api.ts';

/** What a page does for its pictures: it draws them, and says what became of them. */
type WallTools = Pick<UploadQueueOptions, 'refusalOf' | 'prepare' | 'onRest' | 'onProblem'>;

export type WallQueue = ReturnType<typeof createWallQueue>;

const REFUSALS = {
  tooLarge: 'The site refused it: it is too large.',
  other: 'The site refused it.',
};

export const keptPhotos = () =>
  browserKeeper({ prefix: WALL_PHOTO_PREFIX, database: WALL_PICTURES_KEY });

/**
 * Sends the pictures of one set, each once, as soon as their request is stored and never before; `onStored` hears what
 * the request has by then.
 */
export function createWallQueue(
  id: string,
  tools: WallTools,
  onStored: (photos: LeadPhotos) => void,
) {
  const sets = wallSets();
  let known: LeadPhotos | null = null;
  let token: string | null = null;

  const show = (photos: LeadPhotos) => {
    known = photos;
    onStored(photos);
  };
  const stored = () => known?.photos ?? [];

  /** Where they go is asked once a page; it is the hash of the claim, which this browser need not keep. */
  async function open(): Promise<void> {
    if (known) return;
    const own = sets.get(id);
    if (!own?.lead)
      throw new AppError({ code: 'network', message: 'The request is not there yet' });
    token = own.token;
    try {
      const photos = await photosOf(own.lead, token);
      if (photos.folder === null) return giveUp('closed');
      show(photos);
    } catch (thrown) {
      if (toAppError(thrown).code !== 'link_refused') throw thrown;
      giveUp('gone');
    }
  }

  /** Nothing will ever take them: that is said, and they are forgotten. */
  function giveUp(why: 'closed' | 'gone'): void {
    const { items } = queue.$state.get();
    // Two that were sent at once get the same answer.
    if (items.length === 0) return;
    queue.remove(items.map((item) => item.id));
    tools.onProblem(photosNotSent(placesTaken(items), why));
  }

  async function send({ slot, picture, onProgress, signal }: UploadBytes): Promise<string> {
    const path = leadPhotoPath(known?.folder ?? '', slot ?? '');
    try {
      const isSent = await sendLeadPhoto({ path, file: picture, token, onProgress, signal });
      if (!isSent) await expectOwn(path, picture.size);
      return path;
    } catch (thrown) {
      // The request may have been closed or erased since its page was asked.
      if (toAppError(thrown).definite) {
        known = null;
        await open();
      }
      throw thrown;
    }
  }

  /** An answer may have been lost: what is under the name already is this picture, or another one. */
  async function expectOwn(path: string, size: number): Promise<void> {
    const own = sets.get(id);
    if (own?.lead) show(await photosOf(own.lead, own.token));
    if (known?.photos.some((photo) => photo.path === path && photo.size === size)) return;
    throw new AppError({ code: SLOT_TAKEN, message: 'Another photo has this name' });
  }

  const queue = createUploadQueue({
    ...tools,
    user: id,
    keeper: keptPhotos(),
    keepSource: true,
    isHeld: () => !sets.get(id)?.lead,
    open,
    slotFor: (taken) => freeSlot([...taken, ...stored().map(({ name }) => name)]),
    send,
    save: async (paths) => {
      const photos = known?.photos ?? [];
      const fresh = paths.filter((path) => !photos.some((photo) => photo.path === path));
      if (known && fresh.length > 0)
        show({ ...known, photos: [...photos, ...fresh.map(asStored)].sort(byPath) });
      return paths;
    },
    listed: () => stored().map(({ path }) => path),
    limit: LEAD_PHOTOS.slots.length,
    full: PHOTOS_FULL,
    refusals: REFUSALS,
  });
  /** Takes away what may have arrived of a picture that was left out while it was sent. */
  async function takeBack(slot: string): Promise<void> {
    if (!known?.folder) return;
    const path = leadPhotoPath(known.folder, slot);
    await removeLeadPhotos([path], token).catch(console.error);
  }

  return { ...queue, id, takeBack };
}

/** By the link where there is one and it is good, else by the account. */
async function photosOf(lead: string, token: string | null): Promise<LeadPhotos> {
  try {
    return await leadPhotos({ lead, token });
  } catch (error) {
    if (!token || toAppError(error).code !== 'link_refused') throw error;
    return leadPhotos({ lead });
  }
}

const asStored = (path: string) => ({
  path,
  name: /\/(\w+)\.webp$/.exec(path)?.[1] ?? '',
  size: null,
  created_at: new Date().toISOString(),
  signed: false,
});
const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
