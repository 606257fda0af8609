import type { ArtistRef } from '#data/artist-reads.ts';
import type { Artist } from '#domain/artist.ts';
import type { City, Facet } from '#domain/city.ts';
import type { Mural } from '#domain/mural.ts';
import { capitalised, parseCitySlug } from '#domain/place.ts';
import type { CityStyle, CityStylePair } from './city-styles.ts';

export type { ArtistRef, StyledArtist } from '#data/artist-reads.ts';
export { liveCatalog } from './live-catalog.ts';
export { loadSnapshot } from './snapshot.ts';

/** The first page of a list and how long the whole list is. */
export interface ArtistList {
  artists: Artist[];
  total: number;
}

export interface CityPage extends ArtistList {
  slug: string;
  /** The table's name for the city, else that of its artists, else what the slug says. */
  name: string;
  state: string;
  /** The row of `cities`; null for a city that only artists name. */
  city: City | null;
  /** By address; each has a page. */
  styles: CityStyle[];
}

/** A city's artists of one style: the first 12 and how many there are. */
export interface CityStylePage extends ArtistList {
  city: Pick<CityPage, 'slug' | 'name' | 'state'>;
  style: CityStyle;
  /** What else these artists paint, by address; each has a page in this city. */
  otherStyles: CityStyle[];
}

export interface MuralPage {
  mural: Mural;
  /** Null when the mural has no artist, or a private one. */
  artist: ArtistRef | null;
}

/**
 * All that pages read, public rows only. There are two: a snapshot for a full build, in which a page
 * costs no query, and a live one that reads by key for a single refresh. Both answer the same, and both
 * throw a `ReadError` on a row that breaks its schema.
 */
export interface Catalog {
  /** Home: at most 6, 'Featured First'. */
  featuredArtists(): Promise<Artist[]>;
  /** Newest first: 3 on the home page, more in the feed. */
  recentMurals(limit?: number): Promise<Mural[]>;
  /** By label; styles and mediums that differ in case only are one. */
  facets(kind: Facet['kind']): Promise<Facet[]>;
  /** By name. */
  cities(): Promise<City[]>;
  /** /artists: the first 12, 'Featured First'. */
  artistList(): Promise<ArtistList>;
  artist(slug: string): Promise<Artist | null>;
  /** An artist's murals, newest first, at most 12. */
  muralsOf(artistId: string): Promise<Mural[]>;
  /** A city's murals, newest first, at most 6. */
  muralsIn(citySlug: string): Promise<Mural[]>;
  mural(slug: string): Promise<MuralPage | null>;
  /** The first 12 of a city; null when no row of `cities` and no public artist names it. */
  cityPage(slug: string): Promise<CityPage | null>;
  /** Null when no public artist of the city has the style. */
  cityStylePage(city: string, style: string): Promise<CityStylePage | null>;
  artistSlugs(): Promise<string[]>;
  muralSlugs(): Promise<string[]>;
  citySlugs(): Promise<string[]>;
  /** Every city and style with a page, by slug, and how many artists it has. */
  cityStyles(): Promise<CityStylePair[]>;
  /** For the sitemap and the search index, by id. */
  allArtists(): Promise<Artist[]>;
  allMurals(): Promise<Mural[]>;
}

export const ARTIST_PAGE_MURALS = 12;
export const CITY_PAGE_MURALS = 6;

/** The order of murals in every list. */
export function newestFirst(a: Mural, b: Mural): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/** Names a city page; null when the slug is known to neither table nor artists. */
export function cityPage(
  slug: string,
  city: City | null,
  facet: Facet | null,
  artists: Artist[],
  styles: CityStyle[] = [],
): CityPage | null {
  const parsed = parseCitySlug(slug);
  const name = city?.city_name ?? (facet ? capitalised(facet.label) : parsed?.city);
  const state = parsed?.state ?? city?.state ?? facet?.state;
  if ((!city && !facet) || !name || !state) return null;
  return { slug, name, state, city, styles, artists, total: facet?.artist_count ?? 0 };
}

/** One facet for labels that differ in case only, under the spelling of most artists; by label. */
export function mergeFacets(facets: readonly Facet[]): Facet[] {
  const merged = new Map<string, Facet>();
  const byCount = facets.toSorted(
    (a, b) => b.artist_count - a.artist_count || (a.value < b.value ? -1 : 1),
  );
  for (const facet of byCount) {
    const key = facet.kind === 'city' ? facet.value : facet.label.toLowerCase();
    const known = merged.get(key);
    const count = (known?.artist_count ?? 0) + facet.artist_count;
    merged.set(key, { ...(known ?? facet), artist_count: count });
  }
  return [...merged.values()].sort(
    (a, b) => a.label.localeCompare(b.label, 'en') || (a.value < b.value ? -1 : 1),
  );
}

/** Cities by name, whatever the collation of the database. */
export function sortCities(cities: readonly City[]): City[] {
  return cities.toSorted(
    (a, b) => a.city_name.localeCompare(b.city_name, 'en') || (a.slug < b.slug ? -1 : 1),
  );
}

/** Every city with a page: those of the table and those that public artists name. */
export function citySlugs(cities: readonly City[], facets: readonly Facet[]): string[] {
  return [...new Set([...cities.map((c) => c.slug), ...facets.map((f) => f.value)])].sort();
}
