import { useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { suggestedAlt } from '#features/pictures/alt-suggestion.ts';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { PictureDialog } from '#features/pictures/PictureDialog.tsx';
import { detailsOf, type PictureDetails, withDetail } from '#features/pictures/picture-details.ts';
import { withAdded } from '#features/pictures/queue/portfolio-list.ts';
import { UploadList } from '#features/pictures/queue/UploadList.tsx';
import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { CornersButton } from '#features/wall-preview/CornersButton.tsx';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import type { MuralDraft } from '../mural-form.ts';
import { MuralPictureTile } from './MuralPictureTile.tsx';
import { PortfolioChooser } from './PortfolioChooser.tsx';
import { useMuralPictures } from './use-mural-pictures.ts';

interface Props {
  userId: string;
  artist: Artist;
  draft: MuralDraft;
  error: string | undefined;
  onPictures: (change: (now: string[]) => string[]) => void;
  onDetails: (change: (now: PictureDetails) => PictureDetails) => void;
}

/** Up to 12 pictures in their order, the first is the cover: uploaded, or taken from the portfolio. */
export function MuralPictures({ userId, artist, draft, error, onPictures, onDetails }: Props) {
  const { pictures, picture_details: details } = draft;
  const { uploads, grid, remove } = useMuralPictures({ userId, pictures, onPictures });
  const [choosing, setChoosing] = useState(false);
  const [described, setDescribed] = useState<string | null>(null);
  const room = LIMITS.muralGallery - pictures.length;
  return (
    <div className="flex flex-col gap-4">
      <LiveRegion text={grid.news} />
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
        ref={grid.list}
        aria-label="Photos of the mural"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-4 empty:hidden"
      >
        {grid.order.map((url) => (
          <MuralPictureTile
            key={url}
            grid={grid}
            url={url}
            detail={details[url]}
            onDescribe={() => setDescribed(url)}
            onRemove={() => remove(url)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <FilePicker
          label="Upload photos"
          accept={CHOSEN_TYPES}
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
        confirmLabel="Add Photos"
        onChoose={(urls) => {
          onPictures((now) => withAdded(now, urls, LIMITS.muralGallery));
          // What the portfolio says of them, where the mural does not yet.
          onDetails((now) => ({ ...detailsOf(artist.picture_details, urls), ...now }));
          setChoosing(false);
        }}
        onClose={() => setChoosing(false)}
      />
      <PictureDialog
        url={described}
        detail={described ? details[described] : undefined}
        suggestion={described ? suggestionFor(described, draft, artist) : ''}
        Corners={CornersButton}
        onClose={() => setDescribed(null)}
        onSave={(detail) => {
          if (described) onDetails((now) => withDetail(now, described, detail));
          setDescribed(null);
        }}
      />
    </div>
  );
}

/** An alternative text made of what the form says of the mural. */
const suggestionFor = (url: string, draft: MuralDraft, artist: Artist) =>
  suggestedAlt({
    title: draft.title,
    styles: draft.styles,
    surface: draft.surface_type,
    city: draft.city,
    artist: artist.name,
    view: draft.pictures[0] === url ? 'whole' : 'detail',
  });
