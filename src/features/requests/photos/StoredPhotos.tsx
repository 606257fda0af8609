import { useCallback } from 'react';
import { OnePicture } from '#features/pictures/Pictures.tsx';
import { useAddresses } from '#features/pictures/use-addresses.ts';
import type { LeadPhoto } from './lead-photo.ts';
import { leadPhotoAddresses } from './lead-photos.api.ts';

interface Props {
  photos: readonly LeadPhoto[];
  /** Of the link of a guest. */
  token?: string | undefined;
  /** Present: each can be taken away. */
  onRemove?: ((photo: LeadPhoto) => void) | undefined;
}

/** The photos of a request that have arrived; each opens large. */
export function StoredPhotos({ photos, token, onRemove }: Props) {
  const { urls, again } = useAddresses(
    photos.map(({ path }) => path),
    useCallback((paths) => leadPhotoAddresses(paths, token), [token]),
  );
  if (photos.length === 0) return null;
  return (
    <ul aria-label="Photos" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {photos.map((photo, n) => {
        const name = `Photo ${n + 1} of the wall`;
        return (
          <li
            key={photo.path}
            className="relative flex aspect-4/3 overflow-hidden rounded-card bg-line"
          >
            <OnePicture
              picture={{ name, src: urls[photo.path] }}
              onAgain={() => again([photo.path])}
            />
            {onRemove && !photo.signed && (
              <button
                type="button"
                aria-label={`Remove ${name}`}
                className="absolute top-1 right-1 grid size-9 cursor-pointer place-items-center rounded-full bg-night text-plaster"
                onClick={() => onRemove(photo)}
              >
                <span aria-hidden="true">×</span>
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
