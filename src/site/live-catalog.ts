import {
  countArtists,
  readAllArtists,
  readArtist,
  readArtistRef,
  readCityArtists,
  readFeaturedArtists,
  readFirstArtists,
  readSlugs,
} from '#data/artist-reads.ts';
import type { BuildClient } from '#data/build-client.ts';
import { readCities, readCity, readCityFacet, readFacets } from '#data/city-reads.ts';
import { readAllMurals, readMural, readMuralsOf, readRecentMurals } from '#data/mural-reads.ts';
import { HOME_FEATURED_ARTISTS, HOME_RECENT_MURALS, PAGE_SIZE } from '#domain/limits.ts';
import {
  ARTIST_PAGE_MURALS,
  type Catalog,
  cityPage,
  citySlugs,
  mergeFacets,
  sortCities,
} from './catalog.ts';

/** Reads each answer by key when it is asked for, and keeps nothing: a kept row would be a stale page. */
export function liveCatalog(client: BuildClient): Catalog {
  const cities = async () => sortCities(await readCities(client));
  return {
    featuredArtists: () => readFeaturedArtists(client, HOME_FEATURED_ARTISTS),
    recentMurals: (limit = HOME_RECENT_MURALS) => readRecentMurals(client, limit),
    facets: async (kind) => mergeFacets(await readFacets(client, kind)),
    cities,
    artistList: async () => {
      const [artists, total] = await Promise.all([
        readFirstArtists(client, PAGE_SIZE),
        countArtists(client),
      ]);
      return { artists, total };
    },
    artist: (slug) => readArtist(client, slug),
    muralsOf: (artistId) => readMuralsOf(client, artistId, ARTIST_PAGE_MURALS),
    mural: async (slug) => {
      const mural = await readMural(client, slug);
      if (!mural) return null;
      const artist = mural.artist_id ? await readArtistRef(client, mural.artist_id) : null;
      return { mural, artist };
    },
    cityPage: async (slug) => {
      const [city, facet, artists] = await Promise.all([
        readCity(client, slug),
        readCityFacet(client, slug),
        readCityArtists(client, slug, PAGE_SIZE),
      ]);
      return cityPage(slug, city, facet, artists);
    },
    artistSlugs: () => readSlugs(client, 'artists'),
    muralSlugs: () => readSlugs(client, 'murals'),
    citySlugs: async () => citySlugs(await cities(), await readFacets(client, 'city')),
    allArtists: () => readAllArtists(client),
    allMurals: () => readAllMurals(client),
  };
}
