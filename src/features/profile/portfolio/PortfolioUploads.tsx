import type { ReactNode } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { UploadList } from '#features/pictures/queue/UploadList.tsx';
import { useFileDrop } from '#features/pictures/queue/use-file-drop.ts';
import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { LIMITS } from '#lib/limits.ts';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { usePortfolioUploads } from './use-portfolio-uploads.ts';

interface Props {
  userId: string;
  artist: Artist;
  /** Is told of the portfolio whenever pictures were added. */
  onArtist: (artist: Artist) => void;
  /** Stands beside the button once there are pictures. */
  children?: ReactNode;
}

/** Pictures into the portfolio: chosen, dropped on the page or pasted, as many at once as it holds; and how far they are. */
export function PortfolioUploads({ userId, artist, onArtist, children }: Props) {
  const { queue, state } = usePortfolioUploads(userId, artist, onArtist);
  const add = (files: File[]) => void queue.add(files);
  const over = useFileDrop(add);
  const count = artist.portfolio_images.length;
  const picker = (
    <FilePicker
      label="Upload photos"
      accept={CHOSEN_TYPES}
      multiple
      disabled={count >= LIMITS.portfolioImages}
      onFiles={add}
    />
  );
  return (
    <div
      className={cx(
        'flex flex-col gap-6 rounded-card outline-dashed outline-2 outline-offset-8',
        over ? 'outline-brand' : 'outline-transparent',
      )}
    >
      {count === 0 && state.items.length === 0 ? (
        <EmptyState title="Your walls go here" action={picker}>
          Choose several at once, or drop them here. JPEG, PNG, WebP, AVIF or HEIC.
        </EmptyState>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="min-w-[min(12rem,100%)] flex-1 text-ink-2">{children}</div>
          {picker}
        </div>
      )}
      <UploadList queue={queue} state={state} portfolio={artist.portfolio_images} />
    </div>
  );
}
