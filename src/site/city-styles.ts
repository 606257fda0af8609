import type { ListedArtist } from '#features/artists/artist.ts';
import type { CityStyle } from '#features/cities/city-style.ts';
import { slugify } from '#lib/slug.ts';

type Styled = Pick<ListedArtist, 'city_slug' | 'styles'>;

/** No style that a visitor looks for, so that no page is made of it. */
const UNNAMED = ['', 'other'];

/** The styles of these artists as addresses, sorted; a style without Latin letters has none, nor has 'Other'. */
export function styleSlugs(artists: readonly Pick<Styled, 'styles'>[]): string[] {
  const slugs = new Set(artists.flatMap((artist) => artist.styles.map(slugify)));
  for (const slug of UNNAMED) slugs.delete(slug);
  return [...slugs].sort();
}

/** Styles as the filters name them; one that is not on offer is left out. `labels` is by address. */
export function namedStyles(
  slugs: readonly string[],
  labels: ReadonlyMap<string, string>,
): CityStyle[] {
  return slugs.flatMap((slug) => {
    const label = labels.get(slug);
    return label === undefined ? [] : [{ slug, label }];
  });
}

/** A city and a style that some public artist has there, with how many do. */
export interface CityStylePair {
  city: string;
  style: string;
  artists: number;
}

/** The lists of artists or murals that have a style in a city, as keys of an index. */
export const cityStyleKey = (city: string, style: string) => `${city}/${style}`;
export const cityStyleKeys = (row: Styled) =>
  styleSlugs([row]).flatMap((style) => (row.city_slug ? [cityStyleKey(row.city_slug, style)] : []));

/** Fewer say nothing that their own pages and the city's do not: such a page is for people, not for search engines. */
const ARTISTS_TO_INDEX = 3;

/**
 * Whether search engines should keep the page of a style in a city. Its artists are all that it has of its own, so
 * their number decides.
 */
export const isIndexed = (artists: number): boolean => artists >= ARTISTS_TO_INDEX;
