import type { ListedArtist } from '#domain/artist.ts';
import type { Mural } from '#domain/mural.ts';
import type { MediaIndex, Picture } from './media.ts';

export interface GalleryPicture {
  picture: Picture;
  /** What it shows, for those who do not see it; also the caption in the lightbox. */
  alt: string;
}

/** An artist's pictures with their words: a portfolio image that is also a mural carries its title. */
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
  const style = artist.styles[0] ? `${artist.styles[0].toLowerCase()} ` : '';
  const portfolio = artist.portfolio_images.flatMap((url, i) => {
    const picture = media.picture(url);
    if (!picture) return [];
    const title = titles.get(url);
    const alt = title
      ? `${title}, a mural by ${artist.name}`
      : `${capital(`${style}mural`)} by ${artist.name}, ${i + 1} of ${artist.portfolio_images.length}`;
    return [{ picture, alt }];
  });
  return { photo: media.picture(artist.profile_photo), portfolio };
}

export function muralPictures(mural: Mural, media: MediaIndex): GalleryPicture[] {
  return mural.gallery_images.flatMap((url, i) => {
    const picture = media.picture(url);
    return picture ? [{ picture, alt: `${mural.title}, view ${i + 1}` }] : [];
  });
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
