import { LEAD_PHOTOS } from '#features/pictures/upload.ts';
import { WallPreviewButton } from '#features/wall-preview/WallPreviewButton.tsx';
import { again } from '#ui/again.ts';
import type { LikedCard } from '../quote-details.ts';
import type { QuotePhotos } from './use-quote-photos.ts';

interface Props {
  liked: readonly LikedCard[];
  preview: QuotePhotos['preview'];
}

const photo = async () =>
  (await again(() => import('../photos/first-photo.store.ts'))).firstPhoto();

/** Murals that somebody likes, each to be tried on the photo of their wall; the last picture then goes with the request. */
export function LikedOnWall({ liked, preview }: Props) {
  const pictured = liked.filter(({ picture }) => picture);
  if (pictured.length === 0) return null;
  const attach = async (picture: Blob) => {
    await preview.remove(preview.items.map(({ id }) => id));
    await preview.add([new File([picture], `${LEAD_PHOTOS.preview}.webp`, { type: picture.type })]);
    return undefined;
  };
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="See it on your wall" className="flex flex-wrap gap-2">
        {pictured.map(({ slug, name, artist, large, picture }) => (
          <li key={slug}>
            <WallPreviewButton
              label={`See “${name}” on your wall`}
              mural={{
                title: name,
                artist: artist ?? null,
                srcs: [large ?? '', picture ?? ''].filter(Boolean),
              }}
              photo={photo}
              attachLabel="Add to My Request"
              onAttach={attach}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="text-ink-2 text-sm empty:hidden">
        {preview.items.length > 0 && 'We’ll send this preview with your request.'}
      </p>
    </div>
  );
}
