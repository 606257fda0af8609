import type { LikedCard } from '#domain/quote-details.ts';
import { again } from '#ui/again.ts';
import { WallPreviewButton } from '../wall-preview/WallPreviewButton.tsx';

const attaching = () => again(() => import('../wall-preview/attach.ts'));
const attach = async (picture: Blob) => {
  await (await attaching()).attachToRequest(picture);
  return undefined;
};
const photo = async () => (await attaching()).firstPhoto();

/** Murals that somebody likes, each to be tried on the photo of their wall; the picture then goes with the request. */
export function LikedOnWall({ liked }: { liked: readonly LikedCard[] }) {
  const pictured = liked.filter(({ picture }) => picture);
  if (pictured.length === 0) return null;
  return (
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
  );
}
