import type { ListedArtist } from '#features/artists/artist.ts';
import type { City } from '#features/cities/city.ts';
import type { Mural } from '#features/murals/mural.ts';
import { innerLabel, wordFor } from '#lib/options.ts';
import { placeLabel } from '#lib/place.ts';
import { isIndexed } from './city-styles.ts';
import type { CityStylePage } from './directory/directory-types.ts';
import type { LinkPreview } from './media.ts';

/** What the preview image of a page shows when its link is shared: one upload, a name, a line below it. */
type Usable = (url: string) => boolean;

/** The first picture of the portfolio that can be used, else the photo, as on the page. */
export function artistPreview(
  artist: Pick<ListedArtist, 'name' | 'city' | 'state' | 'portfolio_images' | 'profile_photo'>,
  usable: Usable,
): LinkPreview | null {
  const url = artist.portfolio_images.find(usable) ?? artist.profile_photo;
  if (!url) return null;
  const place = placeLabel(artist.city, artist.state);
  return { url, title: artist.name, line: place ? `Mural artist in ${place}` : 'Mural artist' };
}

/** Only where search engines keep the page; the first picture that can be used of its artists, in their order. */
export function cityStylePreview(
  { city, style, artists, total }: CityStylePage,
  usable: Usable,
): LinkPreview | null {
  const url = artists.flatMap((artist) => artist.portfolio_images).find(usable);
  if (!url || !isIndexed(total)) return null;
  return {
    url,
    title: `${innerLabel(wordFor(style.label))} Muralists`,
    line: `${city.name}, ${city.state}`,
  };
}

export function muralPreview(
  mural: Pick<Mural, 'title' | 'city' | 'state' | 'image_url'>,
): LinkPreview | null {
  if (!mural.image_url) return null;
  const place = placeLabel(mural.city, mural.state);
  return { url: mural.image_url, title: mural.title, line: place ? `Mural in ${place}` : 'Mural' };
}

export function cityPreview(
  city: Pick<City, 'city_name' | 'state' | 'cover_photo'>,
): LinkPreview | null {
  if (!city.cover_photo) return null;
  return { url: city.cover_photo, title: city.city_name, line: `Mural artists in ${city.state}` };
}
