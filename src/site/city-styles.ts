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

/** Every city and style that some public artist has. */
export function cityStylePairs(artists: readonly Styled[]): { city: string; style: string }[] {
  const byCity = Map.groupBy(artists, (artist) => artist.city_slug);
  return [...byCity].flatMap(([city, inCity]) =>
    city ? styleSlugs(inCity).map((style) => ({ city, style })) : [],
  );
}

export const hasStyle = (artist: Pick<Styled, 'styles'>, slug: string): boolean =>
  artist.styles.some((style) => slugify(style) === slug);
