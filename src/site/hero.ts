import type { Artist } from '#domain/artist.ts';
import type { Mural } from '#domain/mural.ts';
import type { MediaIndex, Picture } from './media.ts';

export interface HeroPicture {
  picture: Picture;
  /** What stands on the wall, and whose it is. */
  alt: string;
}

/** Three paintings for the head of the home page: recent murals first, then featured artists' own. */
export function heroPictures(
  murals: readonly Mural[],
  artists: readonly Artist[],
  media: MediaIndex,
): HeroPicture[] {
  const candidates = [
    ...murals.map((mural) => ({ url: mural.image_url, alt: `${mural.title}, a mural` })),
    ...artists.map((artist) => ({
      url: artist.portfolio_images[0] ?? null,
      alt: `A mural by ${artist.name}`,
    })),
  ];
  const seen = new Set<string>();
  return candidates
    .flatMap(({ url, alt }) => {
      const picture = media.picture(url);
      if (!url || !picture || seen.has(url)) return [];
      seen.add(url);
      return [{ picture, alt }];
    })
    .slice(0, 3);
}
