import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { SortableTile } from '#features/pictures/queue/SortableTile.tsx';
import { UploadList } from '#features/pictures/queue/UploadList.tsx';
import { useFileDrop } from '#features/pictures/queue/use-file-drop.ts';
import { useSortable } from '#features/pictures/queue/use-sortable.ts';
import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import { useOrder } from '../portfolio/use-order.ts';
import type { usePortfolioUploads } from '../portfolio/use-portfolio-uploads.ts';
import { useRemoval } from '../portfolio/use-removal.ts';
import { GOOD_WALLS } from '../profile-strength.ts';

type Props = ArtistTabProps & { uploads: ReturnType<typeof usePortfolioUploads> };

/** Five walls, or as many as there are. They go on arriving while the artist goes on. */
export function WallsStep({ account, artist, onArtist, uploads }: Props) {
  const { remove, busy } = useRemoval(artist, account.id, onArtist);
  const add = (files: File[]) => void uploads.queue.add(files);
  const over = useFileDrop(add);
  const { order: walls, changeOrder } = useOrder(artist, onArtist);
  const grid = useSortable({
    stored: walls,
    save: changeOrder,
    said: (position, count) => `Wall moved to position ${position} of ${count}.`,
  });
  const empty = Math.max(0, GOOD_WALLS - walls.length);
  return (
    <div className="flex flex-col gap-6">
      <div
        className={cx(
          'flex flex-col gap-3 rounded-card border-2 border-dashed bg-paper-2 p-4 sm:flex-row sm:items-center sm:p-5',
          over ? 'border-brand' : 'border-accent',
        )}
      >
        <div className="grid shrink-0">
          <FilePicker
            label={walls.length > 0 ? 'Add more walls' : 'Choose photos'}
            accept={CHOSEN_TYPES}
            multiple
            disabled={walls.length >= LIMITS.portfolioImages}
            onFiles={add}
          />
        </div>
        <p className="min-w-0 text-ink-2 text-sm">
          Several at once is fine. We shrink them and strip the location first.
        </p>
      </div>
      <div className="contents [&_.btn]:min-h-11 [&_.btn]:min-w-11">
        <UploadList {...uploads} portfolio={walls} />
      </div>
      <LiveRegion text={grid.news} />
      <ul ref={grid.list} aria-label="Your walls" className="grid grid-cols-3 gap-2 sm:gap-3">
        {grid.order.map((url, i) => (
          <SortableTile
            key={url}
            grid={grid}
            id={url}
            picture={{
              url,
              alt: artist.picture_details[url]?.alt ?? `Wall ${i + 1}`,
              detail: artist.picture_details[url],
            }}
            movable
          >
            <Button
              variant="ghost"
              busy={busy}
              aria-label={`Remove wall ${i + 1}`}
              onClick={() => void remove(url)}
              className="absolute top-0 right-0 size-11 p-0"
            >
              <span
                aria-hidden="true"
                className="grid size-7 place-items-center rounded-full bg-paper"
              >
                ✕
              </span>
            </Button>
            <Button
              variant="ghost"
              size="sm"
              data-move="earlier"
              disabled={i === 0}
              aria-label={i === 0 ? 'First wall' : `Make wall ${i + 1} first`}
              onClick={() => grid.step(url, 0, 'earlier')}
              className="min-h-11 px-1"
            >
              {i === 0 ? 'First' : 'Make First'}
            </Button>
          </SortableTile>
        ))}
        {Array.from({ length: empty }, (_, i) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: empty places are all the same
            key={i}
            className="grid aspect-[4/3] place-items-center rounded-card border-2 border-line border-dashed font-display text-2xl text-ink-2"
          >
            <span aria-hidden="true">{walls.length + i + 1}</span>
            <span className="sr-only">{`Place for wall ${walls.length + i + 1}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
