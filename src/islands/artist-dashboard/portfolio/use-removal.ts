import { useState } from 'react';
import { changePortfolio } from '#data/artists.ts';
import type { Artist } from '#domain/artist.ts';
import { TOASTS } from '#domain/toasts.ts';
import { toast } from '#ui/toast.ts';
import { putBack } from './portfolio-list.ts';
import { removeFileOf } from './stray-files.ts';

const UNDO_MS = 8000;

/** Takes a picture out of the portfolio. The file itself goes once the time to undo is over. */
export function useRemoval(artist: Artist, onArtist: (artist: Artist) => void) {
  const [busy, setBusy] = useState(false);

  const undo = async (url: string, index: number) => {
    try {
      onArtist(await changePortfolio(artist.id, (now) => putBack(now, url, index)));
    } catch (error) {
      console.error(error);
      void toast.error(TOASTS.saveProfileFailed);
    }
  };

  const remove = async (url: string) => {
    const index = artist.portfolio_images.indexOf(url);
    setBusy(true);
    try {
      onArtist(await changePortfolio(artist.id, (now) => now.filter((other) => other !== url)));
      const forGood = setTimeout(() => {
        removeFileOf(artist, url).catch((error) => console.error(error));
      }, UNDO_MS + 1000);
      const onClick = () => {
        clearTimeout(forGood);
        void undo(url, index);
      };
      void toast.success(TOASTS.imageRemoved, {
        duration: UNDO_MS,
        action: { label: 'Undo', onClick },
      });
    } catch (error) {
      console.error(error);
      void toast.error(TOASTS.deleteImageFailed);
    }
    setBusy(false);
  };

  return { remove, busy };
}
