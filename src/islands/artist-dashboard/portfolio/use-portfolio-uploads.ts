import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Artist } from '#domain/artist.ts';
import { imagesAdded, TOASTS } from '#domain/toasts.ts';
import { BUCKETS } from '#domain/upload.ts';
import { type PortfolioQueue, portfolioUploads } from '#stores/portfolio-uploads.ts';
import { likenessOfFile } from '#ui/picture-likeness.ts';
import { prepareUpload } from '#ui/prepare-upload.ts';
import { quickRefusalOf } from '#ui/source-file.ts';
import { toast } from '#ui/toast.ts';

const tools = {
  refusalOf: quickRefusalOf,
  prepare: (file: File) => prepareUpload(file, BUCKETS.portfolio.maxBytes),
  likenessOfFile,
  onRest: (saved: number) => void toast.success(imagesAdded(saved)),
  onProblem: (description: string) =>
    void toast.error(TOASTS.portfolioUploadFailed, { description }),
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
