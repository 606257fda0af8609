import type { CardArtist } from '#domain/artist-card.ts';
import type { CardMural } from '#domain/mural.ts';
import type { MediaIndex, Picture } from './media.ts';

export interface HeroPicture {
  picture: Picture;
  /** What stands on the wall, and whose it is. */
  alt: string;
}

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
): HeroPicture[] {
  const found = [
    ...artists.map((artist) => ({
      picture: mostUpright(artist.portfolio_images.map(media.picture)),
      alt: `A mural by ${artist.name}`,
    })),
    ...murals.map((mural) => ({
      picture: media.picture(mural.image_url),
      alt: `${mural.title}, a mural`,
    })),
  ].flatMap(({ picture, alt }) => (picture ? [{ picture, alt }] : []));
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
function mostUpright(pictures: readonly (Picture | null)[]): Picture | null {
  const known = pictures.filter((picture) => picture !== null);
  return known.find((picture) => !isWide(picture)) ?? known[0] ?? null;
}
