import type { Artist } from '#features/artists/artist.ts';
import { putBack } from '#features/pictures/queue/portfolio-list.ts';
import { TOASTS } from '#lib/toasts.ts';
import { toast } from '#ui/overlays/toast.ts';
import { changePortfolio } from '../own-artist.api.ts';
import { isStored, removeFileOf } from './orphaned-files.store.ts';

const UNDO_TOAST_MS = 8000;
const FILE_GONE = 'The photo is gone';
const FILE_LEFT = 'It’s off your portfolio';

/** Takes a picture out of the portfolio. The file itself goes once the chance to undo is over. */
export function useRemoval(artist: Artist, userId: string, onArtist: (artist: Artist) => void) {
  const undo = async (url: string, index: number) => {
    try {
      if (!(await isStored(url, userId))) {
        return void toast.error(TOASTS.saveProfileFailed, { description: FILE_GONE });
      }
      onArtist(await changePortfolio(artist.id, (now) => putBack(now, url, index)));
    } catch (error) {
      console.error(error);
      void toast.error(TOASTS.saveProfileFailed);
    }
  };

  const removeFile = async (url: string) => {
    try {
      await removeFileOf(artist, url);
    } catch (error) {
      console.error(error);
      void toast.error(TOASTS.deleteImageFailed, { description: FILE_LEFT });
    }
  };

  /** The file goes with the toast, whose time stands still while the artist rests on it. */
  const offerUndo = (url: string, index: number) => {
    // While it fades out the toast can still be pressed.
    let decided = false;
    const once = (by: () => Promise<void>) => () => {
      if (decided) return;
      decided = true;
      void by();
    };
    void toast.success(TOASTS.imageRemoved, {
      duration: UNDO_TOAST_MS,
      action: { label: 'Undo', onClick: once(() => undo(url, index)) },
      onGone: once(() => removeFile(url)),
    });
  };

  const remove = async (url: string) => {
    const index = artist.portfolio_images.indexOf(url);
    try {
      onArtist(await changePortfolio(artist.id, (now) => now.filter((other) => other !== url)));
      offerUndo(url, index);
    } catch (error) {
      console.error(error);
      void toast.error(TOASTS.deleteImageFailed);
    }
  };

  return { remove };
}
