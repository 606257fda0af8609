import { useEffect, useRef } from 'react';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { placesTaken } from '#features/pictures/upload-queue.ts';
import { LIMITS } from '#lib/limits.ts';
import { cx } from '#ui/cx.ts';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import type { Pieces } from '#ui/pieces.ts';
import { PhotoOnItsWay } from './PhotoOnItsWay.tsx';
import { useDropPlace } from './use-drop-place.ts';
import type { WallPhotosView } from './use-wall-photos.ts';

interface Props {
  photos: WallPhotosView;
  /** How many have arrived already. */
  taken?: number;
  /** What stands above the buttons. */
  children?: Pieces;
  /** In a line without a heading, while there is none. */
  slim?: boolean;
}

/** Photos of the wall: taken, chosen or dropped here, up to six, each with a way to leave it out. */
export function WallPhotosPicker({ photos, taken = 0, children, slim = false }: Props) {
  const { items, add } = photos;
  const count = taken + placesTaken(items);
  const full = count >= LIMITS.leadPhotos;
  const take = (files: readonly File[]) => void add(files);
  const { over, handlers } = useDropPlace(take);
  const section = useTakeEarly(add);
  return (
    <section
      ref={section}
      aria-label="Photos of the wall"
      className={cx(
        'flex rounded-card border-2 border-dashed noscript:hidden',
        slim ? 'flex-wrap items-center gap-x-6 gap-y-2 p-3' : 'flex-col gap-4 p-4 sm:p-5',
        over ? 'border-brand bg-paper-2' : 'border-line',
      )}
      {...handlers}
    >
      {!slim && (
        <div className="flex items-baseline justify-between gap-3">
          <p className="font-semibold">Photos of the wall</p>
          <span className="text-ink-2 text-sm">Optional</span>
        </div>
      )}
      {children}
      {items.length > 0 && (
        <ul aria-label="Chosen photos" className="grid w-full grid-cols-2 gap-3 sm:grid-cols-3">
          {items.map((item, n) => (
            <PhotoOnItsWay key={item.id} item={item} place={n + 1} photos={photos} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <FilePicker
          label={count > 0 ? 'Add Photos' : 'Choose Photos'}
          accept={CHOSEN_TYPES}
          multiple
          disabled={full}
          onFiles={take}
        />
        <span className="hidden pointer-coarse:contents">
          <FilePicker
            label="Take a Photo"
            accept="image/*"
            capture="environment"
            disabled={full}
            onFiles={take}
          />
        </span>
        <p className="text-ink-2 text-sm">
          <span>
            {count > 0 ? `${count} of ${LIMITS.leadPhotos}` : `Up to ${LIMITS.leadPhotos}`}
          </span>
          {count === 0 && <span className="pointer-coarse:hidden">, or drop them here</span>}
        </p>
      </div>
      <LiveRegion text={count > 0 ? `${count} of ${LIMITS.leadPhotos} photos chosen` : ''} />
    </section>
  );
}

/** What was chosen before this code arrived has no event for it any more. */
function useTakeEarly(add: WallPhotosView['add']) {
  const section = useRef<HTMLElement>(null);
  const take = useRef(add);
  useEffect(() => {
    for (const input of section.current?.querySelectorAll('input') ?? []) {
      const files = [...(input.files ?? [])];
      input.value = '';
      if (files.length > 0) void take.current(files);
    }
  }, []);
  return section;
}
