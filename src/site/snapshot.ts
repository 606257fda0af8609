import { readAllArtists } from '#data/artist-reads.ts';
import type { BuildClient } from '#data/build-client.ts';
import { readCities, readFacets } from '#data/city-reads.ts';
import { readAllMurals } from '#data/mural-reads.ts';
import type { Artist } from '#domain/artist.ts';
import { COMPARATORS } from '#domain/artist-search.ts';
import type { City, Facet } from '#domain/city.ts';
import { HOME_FEATURED_ARTISTS, HOME_RECENT_MURALS, PAGE_SIZE } from '#domain/limits.ts';
import type { Mural } from '#domain/mural.ts';
import {
  ARTIST_PAGE_MURALS,
  type Catalog,
  CITY_PAGE_MURALS,
  cityPage,
  citySlugs,
  mergeFacets,
  newestFirst,
  sortCities,
} from './catalog.ts';
import { cityStylePairs, hasStyle, namedStyles, otherStyles, styleSlugs } from './city-styles.ts';

export interface Rows {
  artists: Artist[];
  murals: Mural[];
  cities: City[];
  facets: Facet[];
}

/** A catalog of the whole directory, read once. */
export async function loadSnapshot(client: BuildClient): Promise<Catalog> {
  return snapshotOf(await readRows(client));
}

/** Reads the whole directory in bulk. */
export async function readRows(client: BuildClient): Promise<Rows> {
  const [artists, murals, cities, styles, mediums, places] = await Promise.all([
    readAllArtists(client),
    readAllMurals(client),
    readCities(client),
    readFacets(client, 'style'),
    readFacets(client, 'medium'),
    readFacets(client, 'city'),
  ]);
  return { artists, murals, cities, facets: [...styles, ...mediums, ...places] };
}

/** A catalog over rows in memory; every index is made here, so that a page costs a lookup. */
export function snapshotOf({ artists, murals, cities, facets }: Rows): Catalog {
  const featuredFirst = artists.toSorted(COMPARATORS.featured);
  const byAge = murals.toSorted(newestFirst);
  const artistBySlug = new Map(artists.map((artist) => [artist.slug, artist]));
  const artistById = new Map(artists.map((artist) => [artist.id, artist]));
  const muralBySlug = new Map(murals.map((mural) => [mural.slug, mural]));
  const artistsByCity = Map.groupBy(featuredFirst, (artist) => artist.city_slug);
  const muralsByArtist = Map.groupBy(byAge, (mural) => mural.artist_id);
  const muralsByCity = Map.groupBy(byAge, (mural) => mural.city_slug);
  const cityBySlug = new Map(cities.map((city) => [city.slug, city]));
  const places = facets.filter((facet) => facet.kind === 'city');
  const placeBySlug = new Map(places.map((facet) => [facet.value, facet]));
  const featured = featuredFirst.filter((a) => a.featured).slice(0, HOME_FEATURED_ARTISTS);
  const sortedCities = sortCities(cities);
  const facetsOf = Map.groupBy(facets, (facet) => facet.kind);
  const sortedFacets = (kind: Facet['kind']) => mergeFacets(facetsOf.get(kind) ?? []);
  const merged = {
    style: sortedFacets('style'),
    medium: sortedFacets('medium'),
    city: sortedFacets('city'),
  };

  const cityPageOf = (slug: string) => {
    const inCity = artistsByCity.get(slug) ?? [];
    return cityPage(
      slug,
      cityBySlug.get(slug) ?? null,
      placeBySlug.get(slug) ?? null,
      inCity.slice(0, PAGE_SIZE),
      namedStyles(styleSlugs(inCity), merged.style),
    );
  };

  return {
    featuredArtists: async () => featured,
    recentMurals: async (limit = HOME_RECENT_MURALS) => byAge.slice(0, limit),
    facets: async (kind) => merged[kind],
    cities: async () => sortedCities,
    artistList: async () => ({
      artists: featuredFirst.slice(0, PAGE_SIZE),
      total: artists.length,
    }),
    artist: async (slug) => artistBySlug.get(slug) ?? null,
    muralsOf: async (id) => (muralsByArtist.get(id) ?? []).slice(0, ARTIST_PAGE_MURALS),
    muralsIn: async (slug) => (muralsByCity.get(slug) ?? []).slice(0, CITY_PAGE_MURALS),
    mural: async (slug) => {
      const mural = muralBySlug.get(slug);
      if (!mural) return null;
      return { mural, artist: artistById.get(mural.artist_id ?? '') ?? null };
    },
    cityPage: async (slug) => cityPageOf(slug),
    cityStylePage: async (slug, styleSlug) => {
      const city = cityPageOf(slug);
      const style = city?.styles.find((known) => known.slug === styleSlug);
      if (!city || !style) return null;
      const found = (artistsByCity.get(slug) ?? []).filter((a) => hasStyle(a, styleSlug));
      const shown = found.slice(0, PAGE_SIZE);
      const others = otherStyles(shown, styleSlug, merged.style);
      return { city, style, artists: shown, total: found.length, otherStyles: others };
    },
    cityStyles: async () => cityStylePairs(artists),
    artistSlugs: async () => artists.map((artist) => artist.slug),
    muralSlugs: async () => murals.map((mural) => mural.slug),
    citySlugs: async () => citySlugs(cities, places),
    allArtists: async () => artists,
    allMurals: async () => murals,
  };
}
