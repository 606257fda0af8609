import { useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { suggestedAlt } from '#features/pictures/alt-suggestion.ts';
import { PictureDialog } from '#features/pictures/PictureDialog.tsx';
import { detailsOf, type PictureDetails, withDetail } from '#features/pictures/picture-details.ts';
import { PhotoGrid } from '#features/pictures/queue/PhotoGrid.tsx';
import { inOrderOf, putBack, withAdded } from '#features/pictures/queue/portfolio-list.ts';
import { UploadList } from '#features/pictures/queue/UploadList.tsx';
import { withArrived } from '#features/pictures/upload-queue.ts';
import { CornersButton } from '#features/wall-preview/CornersButton.tsx';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { FieldError } from '#ui/forms/Field.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { MuralDraft } from '../mural-form.ts';
import { AddPhotos } from './AddPhotos.tsx';
import type { FinishedWall } from './finished-walls.api.ts';
import { useMuralUploads } from './use-mural-uploads.ts';
import { UNDO_TOAST_MS } from './use-murals.ts';

interface Props {
  userId: string;
  artist: Artist;
  mural: string;
  wall: FinishedWall | null;
  draft: MuralDraft;
  error: string | undefined;
  onPictures: (change: (now: string[]) => string[]) => void;
  onDetails: (change: (now: PictureDetails) => PictureDetails) => void;
}

/** Up to 12 pictures in their order, the first is the cover. */
export function MuralPictures({ draft, error, onPictures, onDetails, ...source }: Props) {
  const { userId, artist } = source;
  const { pictures, picture_details: details } = draft;
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
  const remove = (url: string) => {
    const index = pictures.indexOf(url);
    onPictures((now) => now.filter((one) => one !== url));
    void toast.success('Photo removed', {
      duration: UNDO_TOAST_MS,
      action: { label: 'Undo', onClick: () => onPictures((now) => putBack(now, url, index)) },
    });
  };
  const [described, setDescribed] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{`${pictures.length} of ${LIMITS.muralGallery} photos`}</p>
      {error && (
        <div role="alert">
          <FieldError id="pictures-error">{error}</FieldError>
        </div>
      )}
      <UploadList {...uploads} />
      <PhotoGrid
        label="Photos of the mural"
        photos={pictures}
        details={details}
        mark="Cover"
        onOrder={(order) => onPictures((now) => inOrderOf(now, order))}
        actions={(url) => [
          { label: 'Details', onPress: () => setDescribed(url) },
          { label: 'Remove', danger: true, onPress: () => remove(url) },
        ]}
      />
      <AddPhotos
        {...source}
        taken={pictures}
        room={LIMITS.muralGallery - pictures.length}
        onFiles={(files) => void uploads.queue.add(files)}
        onPhotos={(urls) => {
          onPictures((now) => withAdded(now, urls, LIMITS.muralGallery));
          // What the portfolio says of them, where the mural does not yet.
          onDetails((now) => ({ ...detailsOf(artist.picture_details, urls), ...now }));
        }}
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
