import {
  countArtists,
  readAllArtists,
  readArtist,
  readArtistRef,
  readCityArtists,
  readCityStyleArtists,
  readFeaturedArtists,
  readFirstArtists,
  readSlugs,
  readStyled,
  type StyledArtist,
} from '#data/artist-reads.ts';
import type { BuildClient } from '#data/build-client.ts';
import { readCities, readCity, readCityFacet, readFacets } from '#data/city-reads.ts';
import { readAllMurals, readMural, readMuralsOf, readRecentMurals } from '#data/mural-reads.ts';
import { HOME_FEATURED_ARTISTS, HOME_RECENT_MURALS, PAGE_SIZE } from '#domain/limits.ts';
import { slugify } from '#domain/slug.ts';
import {
  ARTIST_PAGE_MURALS,
  type Catalog,
  CITY_PAGE_MURALS,
  cityPage,
  citySlugs,
  mergeFacets,
  sortCities,
} from './catalog.ts';
import { cityStylePairs, namedStyles, otherStyles, styleSlugs } from './city-styles.ts';

/**
 * Reads each answer by key when it is asked for, and keeps nothing: a kept row would be a stale page.
 * @param styled where artists work and in which styles, for somebody who knows without reading all of them.
 */
export function liveCatalog(
  client: BuildClient,
  styled: (citySlug?: string) => Promise<StyledArtist[]> = (slug) => readStyled(client, slug),
): Catalog {
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
    muralsOf: (artistId) => readMuralsOf(client, { artist_id: artistId }, ARTIST_PAGE_MURALS),
    muralsIn: (slug) => readMuralsOf(client, { city_slug: slug }, CITY_PAGE_MURALS),
    mural: async (slug) => {
      const mural = await readMural(client, slug);
      if (!mural) return null;
      const artist = mural.artist_id ? await readArtistRef(client, mural.artist_id) : null;
      return { mural, artist };
    },
    cityPage: async (slug) => {
      const [city, facet, artists, inCity, styles] = await Promise.all([
        readCity(client, slug),
        readCityFacet(client, slug),
        readCityArtists(client, slug, PAGE_SIZE),
        styled(slug),
        readFacets(client, 'style'),
      ]);
      const named = namedStyles(styleSlugs(inCity), mergeFacets(styles));
      return cityPage(slug, city, facet, artists, named);
    },
    cityStylePage: async (slug, styleSlug) => {
      const [row, facet, facets] = await Promise.all([
        readCity(client, slug),
        readCityFacet(client, slug),
        readFacets(client, 'style'),
      ]);
      const city = cityPage(slug, row, facet, []);
      const spelled = facets.map(({ value }) => value).filter((v) => slugify(v) === styleSlug);
      const onOffer = mergeFacets(facets);
      const [style] = namedStyles(styleSlugs([{ styles: spelled }]), onOffer);
      if (!city || !style) return null;
      const found = await readCityStyleArtists(client, slug, spelled, PAGE_SIZE);
      if (found.total === 0) return null;
      const others = otherStyles(found.artists, styleSlug, onOffer);
      return { city, style, ...found, otherStyles: others };
    },
    cityStyles: async () => cityStylePairs(await styled()),
    artistSlugs: () => readSlugs(client, 'artists'),
    muralSlugs: () => readSlugs(client, 'murals'),
    citySlugs: async () => citySlugs(await cities(), await readFacets(client, 'city')),
    allArtists: () => readAllArtists(client),
    allMurals: () => readAllMurals(client),
  };
}
