import type { ListedArtist } from '#features/artists/artist.ts';
import type { Mural } from '#features/murals/mural.ts';
import type { GalleryPicture } from '#features/pictures/gallery.ts';
import { withFocus } from '#features/pictures/picture.ts';
import type { PictureDetails } from '#features/pictures/picture-details.ts';
import { wordFor } from '#lib/options.ts';
import type { MediaIndex, Picture } from './media.ts';

/** A published picture with what its artist says of it: where its eye rests and what it shows. */
export function describedPicture(
  url: string | null,
  details: PictureDetails,
  media: MediaIndex,
  alt: string,
): GalleryPicture | null {
  const picture = withFocus(media.picture(url), url, details);
  return picture && { picture, alt: details[url ?? '']?.alt ?? alt };
}

/**
 * An artist's pictures with their words: those that the artist wrote, here or for a mural; else a portfolio image that is
 * also a mural carries its title. Murals that are not in the portfolio come last.
 */
export function artistPictures(
  artist: ListedArtist,
  murals: readonly Mural[],
  media: MediaIndex,
): { photo: Picture | null; portfolio: GalleryPicture[] } {
  const titles = new Map(
    murals.flatMap((mural) =>
      [mural.image_url, ...mural.gallery_images].map((url) => [url, mural.title] as const),
    ),
  );
  const style = artist.styles[0] && wordFor(artist.styles[0]).toLowerCase();
  const mural = capital(style ? `${style} mural` : 'mural');
  const details = Object.assign(
    {},
    ...murals.map((one) => one.picture_details),
    artist.picture_details,
  );
  const covers = murals.flatMap(({ image_url }) => image_url ?? []);
  const work = [...new Set([...artist.portfolio_images, ...covers])];
  const portfolio = work.flatMap((url, i) => {
    const title = titles.get(url);
    const alt = title
      ? `${title}, a mural by ${artist.name}`
      : `${mural} by ${artist.name}, ${i + 1} of ${work.length}`;
    return describedPicture(url, details, media, alt) ?? [];
  });
  const photo = withFocus(media.picture(artist.profile_photo), artist.profile_photo, details);
  return { photo, portfolio };
}

export function muralPictures(mural: Mural, media: MediaIndex): GalleryPicture[] {
  return mural.gallery_images.flatMap(
    (url, i) =>
      describedPicture(url, mural.picture_details, media, `${mural.title}, view ${i + 1}`) ?? [],
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
