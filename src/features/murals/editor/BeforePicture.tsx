import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { UploadList } from '#features/pictures/queue/UploadList.tsx';
import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { Button } from '#ui/Button.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
import { ConversationPhotos } from './ConversationPhotos.tsx';
import type { FinishedWall } from './finished-walls.api.ts';
import { useMuralUploads } from './use-mural-uploads.ts';

interface Props {
  userId: string;
  mural: string;
  wall: FinishedWall | null;
  url: string | null;
  error: string | undefined;
  onUrl: (url: string | null) => void;
}

/** The wall before it was painted, which the page shows beside what became of it. */
export function BeforePicture({ userId, mural, wall, url, error, onUrl }: Props) {
  const uploads = useMuralUploads({
    userId,
    // The one that is there is replaced.
    listed: () => [],
    limit: 1,
    full: 'One photo is enough',
    save: async (urls) => {
      onUrl(urls.at(-1) ?? null);
      return urls;
    },
  });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-semibold">The wall before</legend>
      <p className="text-ink-2 text-sm">Take it from the same spot.</p>
      {url && (
        <OwnPicture
          url={url}
          alt="The wall before it was painted"
          className="aspect-[4/3] w-full max-w-xs rounded-control bg-line object-cover"
        />
      )}
      <UploadList {...uploads} />
      <div className="flex flex-wrap gap-3">
        <FilePicker
          label={url ? 'Replace photo before' : 'Upload photo before'}
          accept={CHOSEN_TYPES}
          onFiles={(files) => void uploads.queue.add(files)}
        />
        <ConversationPhotos
          label="Choose from Diary"
          userId={userId}
          mural={mural}
          wall={wall}
          only="before"
          room={1}
          onPhotos={([photo]) => photo && onUrl(photo)}
        />
        {url && (
          <Button variant="ghost" aria-label="Remove photo before" onClick={() => onUrl(null)}>
            Remove
          </Button>
        )}
      </div>
      {error && <FieldError id="before-error">{error}</FieldError>}
    </fieldset>
  );
}
