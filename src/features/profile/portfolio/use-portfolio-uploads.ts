import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { browserLock } from '#browser/browser-lock.ts';
import { lockWhileBusy } from '#browser/page-lock.ts';
import { onSignOut } from '#browser/personal.ts';
import { onWake } from '#browser/poller.ts';
import type { Artist } from '#features/artists/artist.ts';
import { folderUploads } from '#features/pictures/queue/folder-uploads.store.ts';
import { browserKeeper, type UploadKeeper } from '#features/pictures/queue/upload-keeper.store.ts';
import {
  createUploadQueue,
  type UploadQueue,
} from '#features/pictures/queue/upload-queue.store.ts';
import { isUnsafe, withArrived } from '#features/pictures/upload-queue.ts';
import { LIMITS } from '#lib/limits.ts';
import { imagesAdded, TOASTS } from '#lib/toasts.ts';
import { toast } from '#ui/overlays/toast.ts';
import { changePortfolio } from '../own-artist.api.ts';

interface PortfolioQueue extends UploadQueue {
  /** The portfolio as the page has it now, and who hears of every picture that was added. */
  follow: (artist: Artist, onArtist: (artist: Artist) => void) => void;
}

const FULL = `A portfolio holds at most ${LIMITS.portfolioImages} photos`;

let opened: { user: string; queue: PortfolioQueue } | null = null;

/** The queue of the portfolio's pictures, and how it stands. */
export function usePortfolioUploads(
  userId: string,
  artist: Artist,
  onArtist: (artist: Artist) => void,
) {
  const queue = portfolioUploads(userId);
  useEffect(() => queue.follow(artist, onArtist), [queue, artist, onArtist]);
  return { queue, state: useStore(queue.$state) };
}

/** The pictures on their way into a portfolio: one queue a page, which goes on whatever part of it is shown. */
function portfolioUploads(user: string): PortfolioQueue {
  if (opened?.user !== user) opened = { user, queue: open(user) };
  return opened.queue;
}

function open(user: string): PortfolioQueue {
  let artist: Artist | null = null;
  let tell: (artist: Artist) => void = () => {};
  const listed = () => artist?.portfolio_images ?? [];
  const keeper = browserKeeper();
  const queue = createUploadQueue({
    ...folderUploads(user),
    keeper,
    limit: LIMITS.portfolioImages,
    full: FULL,
    listed,
    save: async (urls) => {
      if (!artist) return [];
      artist = await changePortfolio(artist.id, (now) =>
        withArrived(now, urls, LIMITS.portfolioImages),
      );
      tell(artist);
      return artist.portfolio_images;
    },
    onRest: (saved) => void toast.success(imagesAdded(saved)),
    // Which one and why stands in the list.
    onProblem: () => void toast.error(TOASTS.portfolioUploadFailed),
  });
  live(queue);
  let adopted = false;
  return {
    ...queue,
    follow(next, onArtist) {
      artist = next;
      tell = onArtist;
      if (!adopted) takeOver(queue, keeper, user);
      adopted = true;
    },
  };
}

/** Wakes it with the network, warns before it would lose a picture, and ends it when the person leaves. */
function live(queue: UploadQueue): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  queue.$state.subscribe(({ items }) => {
    if (isUnsafe(items)) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
  onWake(queue.wake);
  addEventListener('offline', queue.wake);
  onSignOut(queue.stop);
}

/**
 * Goes on with what other pages of this browser have left behind, each as soon as it is gone: while a page has pictures
 * on their way it holds a lock of its own name.
 */
function takeOver(queue: UploadQueue, keeper: UploadKeeper, user: string): void {
  const all = keeper.all();
  for (const { id } of all.filter((entry) => entry.user !== user)) keeper.remove(id);
  const runs = new Set(all.filter((entry) => entry.user === user).map(({ run }) => run));
  for (const run of runs)
    void browserLock(lockOf(run), async () => {
      queue.adopt(keeper.all().filter((entry) => entry.run === run && entry.user === user));
    });
  void lockWhileBusy(lockOf(keeper.run), queue.$state);
}

const lockOf = (run: string) => `upload.run.${run}`;
