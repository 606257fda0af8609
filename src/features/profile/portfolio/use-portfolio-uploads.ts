import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { fileRefusal } from '#features/pictures/chosen/source-file.ts';
import { prepareUpload } from '#features/pictures/prepare-upload.ts';
import { BUCKETS } from '#features/pictures/upload.ts';
import { imagesAdded, TOASTS } from '#lib/toasts.ts';
import { toast } from '#ui/overlays/toast.ts';
import { type PortfolioQueue, portfolioUploads } from './portfolio-uploads.store.ts';

const tools = {
  refusalOf: fileRefusal,
  prepare: (file: File) => prepareUpload(file, BUCKETS.portfolio.maxBytes),
  onRest: (saved: number) => void toast.success(imagesAdded(saved)),
  // Which one and why stands in the list.
  onProblem: () => void toast.error(TOASTS.portfolioUploadFailed),
};

/** The queue of the portfolio's pictures, and how it stands. */
export function usePortfolioUploads(
  userId: string,
  artist: Artist,
  onArtist: (artist: Artist) => void,
) {
  const queue: PortfolioQueue = portfolioUploads(userId, tools);
  useEffect(() => queue.follow(artist, onArtist), [queue, artist, onArtist]);
  return { queue, state: useStore(queue.$state) };
}
