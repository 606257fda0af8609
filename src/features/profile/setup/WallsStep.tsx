import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { PhotoGrid } from '#features/pictures/queue/PhotoGrid.tsx';
import { UploadList } from '#features/pictures/queue/UploadList.tsx';
import { useFileDrop } from '#features/pictures/queue/use-file-drop.ts';
import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { CARD_IMAGES, LIMITS } from '#lib/limits.ts';
import { cx } from '#ui/cx.ts';
import { useOrder } from '../portfolio/use-order.ts';
import type { usePortfolioUploads } from '../portfolio/use-portfolio-uploads.ts';
import { useRemoval } from '../portfolio/use-removal.ts';
import { GOOD_WALLS } from '../profile-strength.ts';

type Props = ArtistTabProps & { uploads: ReturnType<typeof usePortfolioUploads> };

/** Five walls, or as many as there are. They go on arriving while the artist goes on. */
export function WallsStep({ account, artist, onArtist, uploads }: Props) {
  const { remove } = useRemoval(artist, account.id, onArtist);
  const add = (files: File[]) => void uploads.queue.add(files);
  const over = useFileDrop(add);
  const { order: walls, changeOrder } = useOrder(artist, onArtist);
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
            label={walls.length > 0 ? 'Add More Photos' : 'Choose Photos'}
            accept={CHOSEN_TYPES}
            multiple
            disabled={walls.length >= LIMITS.portfolioImages}
            onFiles={add}
          />
        </div>
      </div>
      <div className="contents [&_.btn]:min-h-11 [&_.btn]:min-w-11">
        <UploadList {...uploads} />
      </div>
      <PhotoGrid
        label="Your walls"
        noun="Wall"
        photos={walls}
        details={artist.picture_details}
        mark="On your card"
        marked={CARD_IMAGES}
        onOrder={changeOrder}
        actions={(url) => [{ label: 'Remove', danger: true, onPress: () => void remove(url) }]}
      >
        {Array.from({ length: empty }, (_, i) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: empty places are all the same
            key={i}
            className="grid aspect-square place-items-center rounded-card border-2 border-line border-dashed font-display text-2xl text-ink-2"
          >
            <span aria-hidden="true">{walls.length + i + 1}</span>
            <span className="sr-only">{`Place for wall ${walls.length + i + 1}`}</span>
          </li>
        ))}
      </PhotoGrid>
    </div>
  );
}
