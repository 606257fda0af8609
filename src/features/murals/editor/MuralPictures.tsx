import { useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { suggestedAlt } from '#features/pictures/alt-suggestion.ts';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { PictureDialog } from '#features/pictures/PictureDialog.tsx';
import {
  detailsOf,
  focusPosition,
  type PictureDetails,
  withDetail,
} from '#features/pictures/picture-details.ts';
import { inOrderOf, putBack, withAdded } from '#features/pictures/queue/portfolio-list.ts';
import { UploadList } from '#features/pictures/queue/UploadList.tsx';
import { useSortable } from '#features/pictures/queue/use-sortable.ts';
import { IMAGE_TYPES } from '#features/pictures/upload.ts';
import { withArrived } from '#features/pictures/upload-queue.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { FieldError } from '#ui/forms/Field.tsx';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import { toast } from '#ui/toast.ts';
import type { MuralDraft } from '../mural-form.ts';
import { PortfolioChooser } from './PortfolioChooser.tsx';
import { useMuralUploads } from './use-mural-uploads.ts';

interface Props {
  userId: string;
  artist: Artist;
  draft: MuralDraft;
  error: string | undefined;
  onPictures: (change: (now: string[]) => string[]) => void;
  onDetails: (change: (now: PictureDetails) => PictureDetails) => void;
}

const UNDO_TOAST_MS = 8000;
const MOVES = [
  { name: 'earlier', by: -1, arrow: '←' },
  { name: 'later', by: 1, arrow: '→' },
] as const;

/** Up to 12 pictures in their order, the first is the cover: uploaded, or taken from the portfolio. */
export function MuralPictures({ userId, artist, draft, error, onPictures, onDetails }: Props) {
  const { pictures, picture_details: details } = draft;
  const [choosing, setChoosing] = useState(false);
  const [described, setDescribed] = useState<string | null>(null);
  const room = LIMITS.muralGallery - pictures.length;
  const add = (urls: string[]) => onPictures((now) => withAdded(now, urls, LIMITS.muralGallery));
  const uploads = useMuralUploads({
    userId,
    listed: () => pictures,
    limit: LIMITS.muralGallery,
    full: MESSAGES.mural_pictures_too_many,
    save: async (urls) => {
      onPictures((now) => withArrived(now, urls, LIMITS.muralGallery));
      return withArrived(pictures, urls, LIMITS.muralGallery);
    },
  });
  const { list, news, order, drag, step } = useSortable({
    stored: pictures,
    save: (order) => onPictures((now) => inOrderOf(now, order)),
    said: (position) =>
      position === 1 ? 'The picture is the cover.' : `Picture moved to position ${position}.`,
  });
  const remove = (url: string, index: number) => {
    onPictures((now) => now.filter((one) => one !== url));
    void toast.success('Picture removed', {
      duration: UNDO_TOAST_MS,
      action: { label: 'Undo', onClick: () => onPictures((now) => putBack(now, url, index)) },
    });
  };
  const suggestion = (url: string) =>
    suggestedAlt({
      title: draft.title,
      styles: draft.styles,
      surface: draft.surface_type,
      city: draft.city,
      artist: artist.name,
      view: pictures[0] === url ? 'whole' : 'detail',
    });

  return (
    <div className="flex flex-col gap-4">
      <LiveRegion text={news} />
      <p className="text-ink-2">
        <span>{pictures.length}</span> of {LIMITS.muralGallery} pictures.{' '}
        <span>{pictures.length > 1 ? 'Drag them into order; the first is the cover.' : ''}</span>
      </p>
      {error && (
        <div role="alert">
          <FieldError id="pictures-error">{error}</FieldError>
        </div>
      )}
      <UploadList {...uploads} />
      <ul
        ref={list}
        aria-label="Pictures of the mural"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-4 empty:hidden"
      >
        {order.map((url, i) => {
          const pointer = (handle: boolean) => ({
            onPointerDown: (event: React.PointerEvent<HTMLElement>) =>
              drag.down(event, url, handle),
            onPointerMove: drag.move,
            onPointerUp: drag.up,
            onPointerCancel: drag.cancel,
          });
          return (
            <li
              key={url}
              data-picture={url}
              className={cx(
                'relative flex flex-col overflow-hidden rounded-card border bg-paper-2',
                drag.dragged === url ? 'border-brand opacity-70 ring-2 ring-brand' : 'border-line',
              )}
            >
              <OwnPicture
                url={url}
                alt={details[url]?.alt ?? `Picture ${i + 1}`}
                draggable={false}
                style={{ objectPosition: focusPosition(details[url]) }}
                {...pointer(false)}
                className="aspect-[4/3] w-full cursor-grab select-none bg-line object-cover"
              />
              {order.length > 1 && (
                <span
                  aria-hidden="true"
                  {...pointer(true)}
                  className="absolute top-2 left-2 grid size-10 cursor-grab touch-none place-items-center rounded-control bg-paper/90 text-ink"
                >
                  ⠿
                </span>
              )}
              {i === 0 && (
                <span className="absolute top-2 right-2 rounded-full bg-ink px-2.5 py-0.5 text-paper text-xs">
                  Cover
                </span>
              )}
              <div className="flex flex-wrap items-center p-1 *:px-2.5">
                {order.length > 1 &&
                  MOVES.map(({ name, by, arrow }) => (
                    <Button
                      key={name}
                      variant="ghost"
                      size="sm"
                      data-move={name}
                      disabled={i + by < 0 || i + by >= order.length}
                      aria-label={`Move picture ${i + 1} ${name}`}
                      onClick={() => step(url, i + by, name)}
                    >
                      <span aria-hidden="true">{arrow}</span>
                    </Button>
                  ))}
                {i > 0 && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Make picture ${i + 1} the cover`}
                    onClick={() => step(url, 0, 'later')}
                  >
                    Cover
                  </Button>
                )}
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Details of picture ${i + 1}`}
                  onClick={() => setDescribed(url)}
                >
                  Details
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  className="ml-auto"
                  aria-label={`Remove picture ${i + 1}`}
                  onClick={() => remove(url, i)}
                >
                  Remove
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap gap-3">
        <FilePicker
          label="Upload pictures"
          accept={IMAGE_TYPES.join(',')}
          multiple
          disabled={room <= 0}
          onFiles={(files) => void uploads.queue.add(files)}
        />
        {artist.portfolio_images.length > 0 && (
          <Button variant="secondary" disabled={room <= 0} onClick={() => setChoosing(true)}>
            Add from Portfolio
          </Button>
        )}
      </div>
      <PortfolioChooser
        open={choosing}
        artist={artist}
        taken={pictures}
        most={room}
        confirmLabel="Add Pictures"
        onChoose={(urls) => {
          add(urls);
          // What the portfolio says of them, where the mural does not yet.
          onDetails((now) => ({ ...detailsOf(artist.picture_details, urls), ...now }));
          setChoosing(false);
        }}
        onClose={() => setChoosing(false)}
      />
      <PictureDialog
        url={described}
        detail={described ? details[described] : undefined}
        suggestion={described ? suggestion(described) : ''}
        onClose={() => setDescribed(null)}
        onSave={(detail) => {
          if (described) onDetails((now) => withDetail(now, described, detail));
          setDescribed(null);
        }}
      />
    </div>
  );
}
