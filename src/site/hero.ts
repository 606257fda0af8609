import type { CardArtist } from '#features/artists/artist-card.ts';
import type { CardMural } from '#features/murals/mural.ts';
import type { GalleryPicture } from '#features/pictures/gallery.ts';
import { describedPicture } from './artist-pictures.ts';
import type { MediaIndex, Picture } from './media.ts';

const HERO_PICTURES = 3;

/** Wider ones lose their sides in an arch. */
const UPRIGHT = 1;

/**
 * Paintings for the arches of the home page: one of each featured artist, an upright one where there is one;
 * then the recent murals. Upright ones first, because an arch is tall.
 */
export function heroPictures(
  murals: readonly CardMural[],
  artists: readonly CardArtist[],
  media: MediaIndex,
): GalleryPicture[] {
  const found = [
    ...artists.map(({ name, portfolio_images, picture_details }) =>
      mostUpright(
        portfolio_images.map((url) =>
          describedPicture(url, picture_details, media, `A mural by ${name}`),
        ),
      ),
    ),
    ...murals.map(({ title, image_url, picture_details }) =>
      describedPicture(image_url, picture_details, media, `${title}, a mural`),
    ),
  ].filter((item) => item !== null);
  const seen = new Set<string | undefined>();
  const different = found.filter(({ picture }) => {
    const name = picture.sources[0]?.webp;
    return !seen.has(name) && seen.add(name);
  });
  return different
    .toSorted((a, b) => Number(isWide(a.picture)) - Number(isWide(b.picture)))
    .slice(0, HERO_PICTURES);
}

const ratio = (picture: Picture) => picture.width / picture.height;
const isWide = (picture: Picture) => ratio(picture) > UPRIGHT;

/** The first upright one, else the first. */
function mostUpright(pictures: readonly (GalleryPicture | null)[]): GalleryPicture | null {
  const known = pictures.filter((item) => item !== null);
  return known.find(({ picture }) => !isWide(picture)) ?? known[0] ?? null;
}
