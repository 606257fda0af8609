import { useMemo } from 'react';
import { LIMITS } from '#lib/limits.ts';
import { PHOTO_TOASTS } from '#lib/toasts.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import { type LeadPhoto, wallNews } from './lead-photo.ts';
import { StoredPhotos } from './StoredPhotos.tsx';
import { useWallPhotos } from './use-wall-photos.ts';
import { WallPhotosPicker } from './WallPhotosPicker.tsx';

interface Props {
  lead: string;
  /** Of the link of a guest. */
  token: string | undefined;
}

/** The photos of the wall for the client: what has arrived, what is on its way, and more. */
export function RequestPhotos({ lead, token }: Props) {
  const photos = useWallPhotos(useMemo(() => ({ lead, token }), [lead, token]));
  const { stored, items, pause, failed, reload, removeStored } = photos;
  const { run: remove } = useAction(async ({ path }: LeadPhoto) => {
    await removeStored(path);
    void toast.success(PHOTO_TOASTS.removed);
  }, PHOTO_TOASTS.removeFailed);
  if (!stored && failed)
    return <LoadFailed text="Photos of the wall didn’t load." onRetry={() => void reload()} />;
  if (!stored) return <Skeleton className="h-40" />;
  const isClosed = stored.folder === null;
  if (isClosed && stored.photos.length === 0) return null;
  const list = (
    <StoredPhotos photos={stored.photos} token={token} onRemove={(photo) => void remove(photo)} />
  );
  return (
    <div className="flex flex-col gap-3">
      {isClosed ? (
        <section aria-label="Photos of the wall">{list}</section>
      ) : (
        <WallPhotosPicker photos={photos} taken={stored.photos.length}>
          <p className="text-ink-2 text-sm">
            {stored.photos.length < LIMITS.leadPhotos
              ? 'Only artists who have your request see them.'
              : `There’s room for ${LIMITS.leadPhotos}: remove one to add another.`}
          </p>
          {list}
        </WallPhotosPicker>
      )}
      <p role="status" className="text-ink-2 text-sm wrap-anywhere empty:hidden">
        {wallNews(items, pause)}
      </p>
    </div>
  );
}
