import type { ListedArtist } from '#features/artists/artist.ts';
import type { City } from '#features/cities/city.ts';
import {
  ARTIST_LISTS,
  COMPARATORS,
  type FilterKey,
} from '#features/directory/search/artist-search.ts';
import { MURAL_LISTS, type MuralFilterKey } from '#features/directory/search/mural-search.ts';
import type { RatesRow } from '#features/estimates/rates-row.ts';
import type { Mural, MuralRedirect } from '#features/murals/mural.ts';
import { byReach, type CityRule } from '#features/permits/city-rule.ts';
import type { PublicReview } from '#features/requests/reviews/public-review.ts';
import { cityStyleKeys } from '../city-styles.ts';
import { FacetCounts } from '../facets.ts';
import { NearMurals } from '../near-murals.ts';
import { byCityName, byPosition, bySlug, featuredMuralsFirst, newestFirst } from '../orders.ts';
import type { DirectoryChange, DirectoryRows } from './directory-change.ts';
import { type Placed, placedIn } from './placed.ts';
import { GroupedRows, SortedRows } from './sorted-rows.ts';
import { RowTable } from './table.ts';

/**
 * The rows of a directory and every index over them, kept true to each other. Artists and murals are where the table of
 * cities says that they are, in its words: 'austin, tx' is Austin, TX.
 */
export class DirectoryIndexes {
  protected readonly artistTable: RowTable<ListedArtist>;
  protected readonly muralTable: RowTable<Mural>;
  protected readonly cityTable: RowTable<City>;
  protected readonly reviewTable: RowTable<PublicReview>;
  protected readonly redirectTable: RowTable<MuralRedirect>;
  protected readonly ratesTable: RowTable<RatesRow>;
  protected readonly rulesTable: RowTable<CityRule>;
  protected readonly featuredFirst: SortedRows<ListedArtist>;
  protected readonly artistsByName: SortedRows<ListedArtist>;
  protected readonly newestArtists: SortedRows<ListedArtist>;
  protected readonly newestFirst: SortedRows<Mural>;
  protected readonly featuredMurals: SortedRows<Mural>;
  protected readonly citiesByName: SortedRows<City>;
  protected readonly citiesByOldSlug: GroupedRows<City>;
  protected readonly artistsByCity: GroupedRows<ListedArtist>;
  protected readonly artistsByCityStyle: GroupedRows<ListedArtist>;
  protected readonly muralsByArtist: GroupedRows<Mural>;
  protected readonly muralsByCity: GroupedRows<Mural>;
  protected readonly muralsByCityStyle: GroupedRows<Mural>;
  protected readonly nearbyMurals: NearMurals;
  protected readonly reviewsByArtist: GroupedRows<PublicReview>;
  protected readonly redirectsByMural: GroupedRows<MuralRedirect>;
  protected readonly rulesByCity: GroupedRows<CityRule>;
  protected readonly facetCounts: FacetCounts<ListedArtist, FilterKey>;
  protected readonly muralCounts: FacetCounts<Mural, MuralFilterKey>;
  /** How often something was applied. */
  version = 0;
  /** Rows as they were written, by the ones that are shown in their place. */
  readonly #written = new WeakMap<Placed, Placed>();

  constructor(rows: DirectoryRows) {
    this.citiesByName = new SortedRows(byCityName, rows.cities);
    this.citiesByOldSlug = new GroupedRows<City>(byCityName, (c) => c.old_slugs, rows.cities);
    this.cityTable = new RowTable<City>(rows.cities, [this.citiesByName, this.citiesByOldSlug]);
    const artists = rows.artists.map((row) => this.#shown(row));
    const murals = rows.murals.map((row) => this.#shown(row));
    this.featuredFirst = new SortedRows(COMPARATORS.featured, artists);
    this.artistsByName = new SortedRows(COMPARATORS.name, artists);
    this.newestArtists = new SortedRows(COMPARATORS.newest, artists);
    this.newestFirst = new SortedRows(newestFirst, murals);
    this.featuredMurals = new SortedRows(featuredMuralsFirst, murals);
    this.artistsByCity = new GroupedRows(COMPARATORS.featured, (a) => [a.city_slug], artists);
    this.artistsByCityStyle = new GroupedRows(COMPARATORS.featured, cityStyleKeys, artists);
    this.muralsByArtist = new GroupedRows(byPosition, (m) => [m.artist_id], murals);
    this.muralsByCity = new GroupedRows(newestFirst, (m) => [m.city_slug], murals);
    this.muralsByCityStyle = new GroupedRows(newestFirst, cityStyleKeys, murals);
    this.nearbyMurals = new NearMurals(murals, () => this.citiesByName.all);
    this.reviewsByArtist = new GroupedRows<PublicReview>(
      newestFirst,
      (review) => [review.artist_id],
      rows.reviews,
    );
    this.redirectsByMural = new GroupedRows<MuralRedirect>(
      bySlug,
      (redirect) => [redirect.mural_id],
      rows.mural_redirects,
    );
    this.facetCounts = new FacetCounts(ARTIST_LISTS, artists);
    this.muralCounts = new FacetCounts(MURAL_LISTS, murals);
    this.artistTable = new RowTable<ListedArtist>(artists, [
      this.featuredFirst,
      this.artistsByName,
      this.newestArtists,
      this.artistsByCity,
      this.artistsByCityStyle,
      this.facetCounts,
    ]);
    this.muralTable = new RowTable<Mural>(murals, [
      this.newestFirst,
      this.featuredMurals,
      this.muralsByArtist,
      this.muralsByCity,
      this.muralsByCityStyle,
      this.muralCounts,
      this.nearbyMurals,
    ]);
    this.reviewTable = new RowTable<PublicReview>(rows.reviews, [this.reviewsByArtist]);
    this.redirectTable = new RowTable<MuralRedirect>(rows.mural_redirects, [this.redirectsByMural]);
    this.ratesTable = new RowTable<RatesRow>(rows.estimate_rates, []);
    this.rulesByCity = new GroupedRows<CityRule>(byReach, (r) => [r.city_slug], rows.city_rules);
    this.rulesTable = new RowTable<CityRule>(rows.city_rules, [this.rulesByCity]);
  }

  /** Puts rows in the place of those of the same ids, which are as they are after the change. */
  apply(changes: readonly DirectoryChange[]): void {
    if (changes.length > 0) this.version++;
    for (const change of changes) {
      if (change.table === 'artists') this.#replaceArtist(change.rowId, change.new);
      else if (change.table === 'murals') this.#replaceMural(change.rowId, change.new);
      else if (change.table === 'cities') this.#replaceCity(change.rowId, change.new);
      else if (change.table === 'reviews') this.reviewTable.replace(change.rowId, change.new);
      else if (change.table === 'mural_redirects')
        this.redirectTable.replace(change.rowId, change.new);
      else if (change.table === 'city_rules') this.rulesTable.replace(change.rowId, change.new);
      else this.ratesTable.replace(change.rowId, change.new);
    }
  }

  /** Every row as it was written, in no order. */
  rows(): DirectoryRows {
    const written = <Row extends Placed>(row: Row) => this.#asWritten(row);
    return {
      artists: this.artistTable.rows().map(written),
      murals: this.muralTable.rows().map(written),
      cities: this.cityTable.rows(),
      reviews: this.reviewTable.rows(),
      mural_redirects: this.redirectTable.rows(),
      estimate_rates: this.ratesTable.rows(),
      city_rules: this.rulesTable.rows(),
    };
  }

  #replaceArtist(id: string, row: ListedArtist | null): void {
    this.artistTable.replace(id, row && this.#shown(row));
  }

  #replaceMural(id: string, row: Mural | null): void {
    this.muralTable.replace(id, row && this.#shown(row));
  }

  /** With the city, what is in it is called something else. */
  #replaceCity(id: string, now: City | null): void {
    const old = this.cityTable.byId(id);
    this.cityTable.replace(id, now);
    if (old?.slug === now?.slug && old?.city_name === now?.city_name && old?.state === now?.state)
      return;
    for (const slug of new Set([old?.slug, now?.slug])) {
      if (!slug) continue;
      for (const row of [...this.artistsByCity.of(slug)])
        this.#replaceArtist(row.id, this.#asWritten(row));
      for (const row of [...this.muralsByCity.of(slug)])
        this.#replaceMural(row.id, this.#asWritten(row));
    }
  }

  #shown<Row extends Placed & { city_slug: string | null }>(row: Row): Row {
    const shown = placedIn(row, this.cityTable.bySlug(row.city_slug ?? ''));
    if (shown !== row) this.#written.set(shown, row);
    return shown;
  }

  #asWritten<Row extends Placed>(row: Row): Row {
    return (this.#written.get(row) as Row | undefined) ?? row;
  }
}
