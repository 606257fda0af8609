import { useRef } from 'react';
import { LEAD_PHOTOS } from '#features/pictures/upload.ts';
import { WallPreviewButton } from '#features/wall-preview/WallPreviewButton.tsx';
import { again } from '#ui/again.ts';
import { PhotoOnItsWay } from '../photos/PhotoOnItsWay.tsx';
import type { LikedCard } from '../quote-details.ts';
import type { QuotePhotos } from './use-quote-photos.ts';

interface Props {
  liked: readonly LikedCard[];
  preview: QuotePhotos['preview'];
}

const photo = async () =>
  (await again(() => import('../photos/first-photo.store.ts'))).firstPhoto();

/**
 * Murals that the client likes, each to be tried on the photo of their wall; the last picture then goes with the
 * request.
 */
export function LikedOnWall({ liked, preview }: Props) {
  const pictured = liked.filter(({ picture }) => picture);
  const tried = useRef<string | null>(null);
  const remove = () => preview.remove(preview.items.map(({ id }) => id));
  const tryOut = ({ slug, name, artist, large, picture, corners }: LikedCard, label: string) => (
    <WallPreviewButton
      label={label}
      mural={{
        title: name,
        artist: artist ?? null,
        corners,
        srcs: [large ?? '', picture ?? ''].filter(Boolean),
      }}
      photo={photo}
      attachLabel="Add to My Request"
      onAttach={async (made) => {
        tried.current = slug;
        await remove();
        await preview.add([new File([made], `${LEAD_PHOTOS.preview}.webp`, { type: made.type })]);
        return undefined;
      }}
    />
  );
  const last = pictured.find(({ slug }) => slug === tried.current) ?? pictured[0];
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="See it on your wall" className="flex flex-wrap gap-2 empty:hidden">
        {pictured.map((card) => (
          <li key={card.slug}>{tryOut(card, `See “${card.name}” on your wall`)}</li>
        ))}
      </ul>
      {preview.items.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <ul aria-label="Your preview" className="w-40">
            {preview.items.map((item) => (
              <PhotoOnItsWay key={item.id} item={item} photos={preview} />
            ))}
          </ul>
          {last && tryOut(last, 'Change')}
        </div>
      )}
    </div>
  );
}
