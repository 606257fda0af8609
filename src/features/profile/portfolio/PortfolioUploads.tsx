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
  /** Gets the portfolio whenever pictures were added. */
  onArtist: (artist: Artist) => void;
}

/** Pictures into the portfolio: chosen, dropped on the page or pasted, as many at once as it holds; and how far they are. */
export function PortfolioUploads({ userId, artist, onArtist }: Props) {
  const { queue, state } = usePortfolioUploads(userId, artist, onArtist);
  const add = (files: File[]) => void queue.add(files);
  const over = useFileDrop(add);
  const count = artist.portfolio_images.length;
  const picker = (
    <FilePicker
      label="Upload Photos"
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
        <EmptyState title="Your walls go here" action={picker} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <h2 className="font-display text-2xl">Photos</h2>
            <p className="text-ink-2">{`${count} of ${LIMITS.portfolioImages}`}</p>
          </div>
          {picker}
        </div>
      )}
      <UploadList queue={queue} state={state} />
    </div>
  );
}
