import { useEffect, useRef, useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { inOrderOf } from '#features/pictures/queue/portfolio-list.ts';
import { TOASTS } from '#lib/toasts.ts';
import { toast } from '#ui/overlays/toast.ts';
import { changePortfolio } from '../own-artist.api.ts';

/**
 * An optimistic update: the order on the screen is ahead of the stored one. Saves run one after the other and only the latest
 * is sent, so that quick presses cannot overtake each other.
 */
export function useOrder(artist: Artist, onArtist: (artist: Artist) => void) {
  const [order, setOrder] = useState(artist.portfolio_images);
  const next = useRef<string[] | null>(null);
  const saving = useRef(false);

  useEffect(() => {
    if (!saving.current) setOrder(artist.portfolio_images);
  }, [artist.portfolio_images]);

  const save = async () => {
    if (saving.current) return;
    saving.current = true;
    let saved: Artist | null = null;
    try {
      while (next.current) {
        const wanted = next.current;
        next.current = null;
        saved = await changePortfolio(artist.id, (now) => inOrderOf(now, wanted));
      }
    } catch (error) {
      console.error(error);
      next.current = null;
      void toast.error(TOASTS.saveProfileFailed);
    }
    saving.current = false;
    setOrder((saved ?? artist).portfolio_images);
    if (saved) onArtist(saved);
  };

  const changeOrder = (order: string[]) => {
    setOrder(order);
    next.current = order;
    void save();
  };

  return { order, changeOrder };
}
