import type { ListedArtist } from '#features/artists/artist.ts';
import type { CardArtist } from '#features/artists/artist-card.ts';
import type { City } from '#features/cities/city.ts';
import type { FilterKey, Sort } from '#features/directory/search/artist-search.ts';
import type { MuralFilterKey } from '#features/directory/search/mural-search.ts';
import type { EstimateRates } from '#features/estimates/rates-row.ts';
import { ratesOf } from '#features/estimates/rates-row.ts';
import type { MapPoint } from '#features/map/projection.ts';
import type { CardMural, Mural } from '#features/murals/mural.ts';
import type { PaintedMural } from '#features/murals/mural-card.ts';
import type { NearMural } from '#features/murals/near-mural.ts';
import type { PublicReview } from '#features/requests/reviews/public-review.ts';
import type { ReviewsPage } from '#features/requests/reviews/shown-review.ts';
import { HOME_FEATURED_ARTISTS, HOME_RECENT_MURALS, PAGE_SIZE } from '#lib/limits.ts';
import { parseCitySlug } from '#lib/place.ts';
import { type CityStylePair, cityStyleKey, namedStyles, styleSlugs } from '../city-styles.ts';
import type { Facet } from '../facets.ts';
import { DirectoryIndexes } from './directory-indexes.ts';
import type { CityPage, CityStylePage, MuralPage, PermitGuide } from './directory-types.ts';

const ARTIST_PAGE_MURALS = 12;
const CITY_PAGE_MURALS = 6;
const HOME_STYLES = 12;
const FEED_MURALS = 30;

/**
 * Everything that pages show, in memory: public rows and indexes over them, changed row by row. Full builds, the
 * publisher and `npm run dev` ask the same one. Its lists are not to be kept across an `apply`.
 */
export class Directory extends DirectoryIndexes {
  /** Home: at most 6, 'Featured First'. */
  featuredArtists(): readonly CardArtist[] {
    const first = this.featuredFirst.first(HOME_FEATURED_ARTISTS);
    return first.filter((artist) => artist.featured);
  }

  /** Home: the newest 3. */
  recentMurals(): readonly CardMural[] {
    return this.newestFirst.first(HOME_RECENT_MURALS);
  }

  /** The feed: the newest 30. */
  feed(): readonly Mural[] {
    return this.newestFirst.first(FEED_MURALS);
  }

  /** By label; those that differ in case only are one. */
  facets(key: FilterKey): readonly Facet[] {
    return this.facetCounts.list(key);
  }

  /** As `facets`, of murals. */
  muralFacets(key: MuralFilterKey): readonly Facet[] {
    return this.muralCounts.list(key);
  }

  /** What each style is called, by its address. */
  styleLabels(): ReadonlyMap<string, string> {
    return this.facetCounts.styleLabels();
  }

  /** Labels for the home page: the most painted ones where there are very many. */
  popularStyles(): string[] {
    return this.facetCounts.popular('style', HOME_STYLES);
  }

  /** By name. */
  cities(): readonly City[] {
    return this.citiesByName.all;
  }

  /** What estimates are made of; null where nobody has said. */
  estimateRates(): EstimateRates | null {
    const [row] = this.ratesTable.rows();
    return row ? ratesOf(row) : null;
  }

  /** /quote: the first 12, the featured ones first, and whether there are more. */
  muralsToChoose() {
    const murals = this.featuredMurals.first(PAGE_SIZE).map((mural) => this.painted(mural));
    return { murals, more: this.muralTable.size > PAGE_SIZE };
  }

  /** A mural as lists show it. */
  painted<Row extends Pick<Mural, 'artist_id'>>(
    mural: Row,
  ): { mural: Row; painter: PaintedMural['painter'] } {
    return { mural, painter: this.artistTable.byId(mural.artist_id ?? '') ?? null };
  }

  artist(slug: string): ListedArtist | null {
    return this.artistTable.bySlug(slug) ?? null;
  }

  /** An artist's murals, in the artist's order, at most 12. */
  muralsOf(artistId: string): Mural[] {
    return this.muralsByArtist.of(artistId).slice(0, ARTIST_PAGE_MURALS);
  }

  /** Where each of an artist's murals has its page. */
  muralSlugsOf(artistId: string): string[] {
    return this.muralsByArtist.of(artistId).map((mural) => mural.slug);
  }

  /** What clients say of an artist, newest first. */
  reviewsOf(artistId: string): readonly PublicReview[] {
    return this.reviewsByArtist.of(artistId);
  }

  /** Null where nobody has said anything yet. */
  reviewsPage(slug: string): ReviewsPage | null {
    const artist = this.artist(slug);
    const reviews = artist ? this.reviewsOf(artist.id) : [];
    return artist && reviews.length > 0 ? { artist, reviews } : null;
  }

  /** Of artists who have a page of reviews. */
  reviewedSlugs(): string[] {
    return [...this.reviewsByArtist.keys()].flatMap((id) => this.slugOfArtist(id) ?? []);
  }

  /** As the table calls a city, else its artists. */
  cityName(slug: string): string | undefined {
    return this.cityTable.bySlug(slug)?.city_name ?? this.facetCounts.cityName(slug);
  }

  slugOfArtist(id: string): string | undefined {
    return this.artistTable.byId(id)?.slug;
  }

  /** A city's murals, newest first, at most 6. */
  muralsIn(citySlug: string): readonly CardMural[] {
    return this.muralsByCity.of(citySlug).slice(0, CITY_PAGE_MURALS);
  }

  /** All murals of a city, newest first; of one style, by its address, or of any. */
  allMuralsIn(citySlug: string, styleSlug = ''): readonly Mural[] {
    if (!styleSlug) return this.muralsByCity.of(citySlug);
    return this.muralsByCityStyle.of(cityStyleKey(citySlug, styleSlug));
  }

  /** Where a mural is on the map: its own point, else the middle of its city. */
  pointOf(mural: Mural): MapPoint | null {
    return this.nearbyMurals.pointOf(mural);
  }

  /** What others have painted nearest to a mural. */
  nearMurals(mural: Mural): NearMural[] {
    return this.nearbyMurals.of(mural);
  }

  /** Murals whose neighbors may be others when this one comes, goes or changes. */
  muralsAround(mural: Mural): Mural[] {
    return this.nearbyMurals.around(mural);
  }

  /** Murals whose place, neighbors or map may depend on a city. */
  muralsNearCity(city: City): Mural[] {
    return this.newestFirst.all.filter((mural) => this.nearbyMurals.dependsOn(mural, city));
  }

  mural(slug: string): MuralPage | null {
    const mural = this.muralTable.bySlug(slug);
    if (!mural) return null;
    return { mural, artist: this.artistTable.byId(mural.artist_id ?? '') ?? null };
  }

  /** Where the mural is now that was at this address before; null where there is none, or it is private. */
  movedMural(slug: string): string | null {
    if (this.muralTable.bySlug(slug)) return null;
    const moved = this.redirectTable.bySlug(slug);
    return this.muralTable.byId(moved?.mural_id ?? '')?.slug ?? null;
  }

  /** Addresses that lead on to a mural's page. */
  movedMuralSlugs(): string[] {
    return [...this.redirectTable.slugs()].filter((slug) => this.movedMural(slug) !== null);
  }

  /** Where a mural was before. */
  oldSlugsOf(muralId: string): string[] {
    return this.redirectsByMural.of(muralId).map(({ slug }) => slug);
  }

  /** The first 12 of a city; null when no row of `cities` and no public artist names it. */
  cityPage(slug: string): CityPage | null {
    const place = this.#place(slug);
    if (!place) return null;
    const inCity = this.artistsByCity.of(slug);
    const slugs = this.cityStyles(slug).map(({ style }) => style);
    const styles = namedStyles(slugs, this.styleLabels());
    return { ...place, artists: inCity.slice(0, PAGE_SIZE), total: inCity.length, styles };
  }

  /** Null when no public artist of the city has the style. */
  cityStylePage(slug: string, styleSlug: string): CityStylePage | null {
    const city = this.#place(slug);
    const found = this.artistsByCityStyle.of(cityStyleKey(slug, styleSlug));
    const labels = this.styleLabels();
    const [style] = found.length > 0 ? namedStyles([styleSlug], labels) : [];
    if (!city || !style) return null;
    const artists = found.slice(0, PAGE_SIZE);
    const others = styleSlugs(artists).filter((other) => other !== styleSlug);
    return { city, style, artists, total: found.length, otherStyles: namedStyles(others, labels) };
  }

  /** Null while a city has no rules, or is not in the table. */
  permits(slug: string): PermitGuide | null {
    const city = this.cityTable.bySlug(slug);
    const rules = this.rulesByCity.of(slug);
    return city && rules.length > 0 ? { city, rules } : null;
  }

  /** Cities with a guide to their permits, sorted. */
  permitSlugs(): string[] {
    return [...this.rulesByCity.keys()].filter((slug) => this.permits(slug)).sort();
  }

  /** Where the guide is now that was at this address before. */
  movedPermits(slug: string): string | null {
    const moved = this.movedCity(slug);
    return moved && this.permits(moved) ? moved : null;
  }

  artistSlugs(): Iterable<string> {
    return this.artistTable.slugs();
  }

  muralSlugs(): Iterable<string> {
    return this.muralTable.slugs();
  }

  /** Where the city is now that was at this address before; null where there is none, or another is there. */
  movedCity(slug: string): string | null {
    if (this.#place(slug)) return null;
    return this.citiesByOldSlug.of(slug)[0]?.slug ?? null;
  }

  /** Addresses that lead on to a city's page. */
  movedCitySlugs(): string[] {
    return [...this.citiesByOldSlug.keys()].filter((slug) => this.movedCity(slug) !== null);
  }

  /** Every city with a page, sorted: those of the table and those that public artists name. */
  citySlugs(): string[] {
    return [...new Set([...this.cityTable.slugs(), ...this.artistsByCity.keys()])].sort();
  }

  /** Every city and style with a page, by slug, and how many artists it has; of one city, or of all. */
  cityStyles(of = ''): CityStylePair[] {
    const pairs = this.artistsByCityStyle;
    const keys = [...pairs.keys()].filter((key) => key.startsWith(of && cityStyleKey(of, '')));
    return keys.sort().map((key) => {
      const [city = '', style = ''] = key.split('/');
      return { city, style, artists: pairs.of(key).length };
    });
  }

  /** 'Featured First'; of one city, or all. */
  allArtists(citySlug?: string): readonly ListedArtist[] {
    return citySlug ? this.artistsByCity.of(citySlug) : this.featuredFirst.all;
  }

  /** All artists, in one of the orders of lists that no other one follows from. */
  artistsInOrder(sort: Exclude<Sort, 'city'>): readonly ListedArtist[] {
    const orders = {
      featured: this.featuredFirst,
      name: this.artistsByName,
      newest: this.newestArtists,
    };
    return orders[sort].all;
  }

  /** Newest first. */
  allMurals(): readonly Mural[] {
    return this.newestFirst.all;
  }

  #place(slug: string): Pick<CityPage, 'slug' | 'name' | 'state' | 'city'> | null {
    const city = this.cityTable.bySlug(slug) ?? null;
    const parsed = parseCitySlug(slug);
    const name = this.cityName(slug) || parsed?.city;
    const state = parsed?.state ?? city?.state ?? slug.slice(-2).toUpperCase();
    const known = city || this.artistsByCity.of(slug).length > 0;
    return known && name ? { slug, name, state, city } : null;
  }
}
