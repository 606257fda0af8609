import type { Artist } from '#domain/artist.ts';
import type { Facet } from '#domain/city.ts';
import { slugify } from '#domain/slug.ts';

/** A style that a city has a page for: /mural-artists/{city}/{slug}. */
export interface CityStyle {
  slug: string;
  label: string;
}

type Styled = Pick<Artist, 'city_slug' | 'styles'>;

/** No style that somebody looks for, so that no page is made of it. */
const UNNAMED = ['', 'other'];

/** The styles of these artists as addresses, sorted; a style without Latin letters has none, nor has 'Other'. */
export function styleSlugs(artists: readonly Pick<Styled, 'styles'>[]): string[] {
  const slugs = new Set(artists.flatMap((artist) => artist.styles.map(slugify)));
  for (const slug of UNNAMED) slugs.delete(slug);
  return [...slugs].sort();
}

/**
 * Named as the filters name them, so that a name depends on nothing but the list of styles on offer, which the
 * publisher watches. `facets` are merged and sorted.
 */
export function namedStyles(slugs: readonly string[], facets: readonly Facet[]): CityStyle[] {
  return slugs.flatMap((slug) => {
    const facet = facets.find(({ label }) => slugify(label) === slug);
    return facet ? [{ slug, label: facet.label }] : [];
  });
}

/** What these artists paint besides this style, named. `facets` are merged and sorted. */
export function otherStyles(
  artists: readonly Pick<Styled, 'styles'>[],
  slug: string,
  facets: readonly Facet[],
): CityStyle[] {
  return namedStyles(styleSlugs(artists), facets).filter((style) => style.slug !== slug);
}

/** A city and a style that some public artist has there, with how many do. */
export interface CityStylePair {
  city: string;
  style: string;
  artists: number;
}

/** Every city and style that some public artist has. */
export function cityStylePairs(artists: readonly Styled[]): CityStylePair[] {
  const byCity = Map.groupBy(artists, (artist) => artist.city_slug);
  return [...byCity].flatMap(([city, inCity]) => {
    if (!city) return [];
    const counts = countStyles(inCity);
    return styleSlugs(inCity).map((style) => ({ city, style, artists: counts.get(style) ?? 0 }));
  });
}

/** One artist may spell a style in two ways, and counts once. */
function countStyles(artists: readonly Pick<Styled, 'styles'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { styles } of artists)
    for (const slug of new Set(styles.map(slugify))) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  return counts;
}

/** Fewer say nothing that their own pages and the city's do not: such a page is for people, not for search engines. */
const ARTISTS_TO_INDEX = 3;

/**
 * Whether search engines should keep the page of a style in a city. Its artists are all that it has of its own, so
 * their number decides.
 */
export const isIndexed = (artists: number): boolean => artists >= ARTISTS_TO_INDEX;

export const hasStyle = (artist: Pick<Styled, 'styles'>, slug: string): boolean =>
  artist.styles.some((style) => slugify(style) === slug);
