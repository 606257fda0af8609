import type { ListedArtist } from '#features/artists/artist.ts';
import type { City } from '#features/cities/city.ts';
import { ARTIST_LISTS, COMPARATORS } from '#features/directory/search/artist-search.ts';
import { MURAL_LISTS } from '#features/directory/search/mural-search.ts';
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

const inCity = (row: { city_slug: string | null }) => [row.city_slug];

/**
 * The rows of a directory and every index over them, kept true to each other. Artists and murals are where the table of
 * cities says that they are, in its words: 'austin, tx' is Austin, TX.
 */
export class DirectoryIndexes {
  protected readonly citiesByName = new SortedRows<City>(byCityName);
  protected readonly citiesByOldSlug = new GroupedRows<City>(byCityName, (c) => c.old_slugs);
  protected readonly cityTable = new RowTable<City>(this.citiesByName, this.citiesByOldSlug);

  protected readonly featuredFirst = new SortedRows<ListedArtist>(COMPARATORS.featured);
  protected readonly artistsByName = new SortedRows<ListedArtist>(COMPARATORS.name);
  protected readonly newestArtists = new SortedRows<ListedArtist>(COMPARATORS.newest);
  protected readonly artistsByCity = new GroupedRows<ListedArtist>(COMPARATORS.featured, inCity);
  protected readonly artistsByCityStyle = new GroupedRows<ListedArtist>(
    COMPARATORS.featured,
    cityStyleKeys,
  );
  protected readonly facetCounts = new FacetCounts(ARTIST_LISTS);
  protected readonly artistTable = new RowTable<ListedArtist>(
    this.featuredFirst,
    this.artistsByName,
    this.newestArtists,
    this.artistsByCity,
    this.artistsByCityStyle,
    this.facetCounts,
  );

  protected readonly newestFirst = new SortedRows<Mural>(newestFirst);
  protected readonly featuredMurals = new SortedRows<Mural>(featuredMuralsFirst);
  protected readonly muralsByArtist = new GroupedRows<Mural>(byPosition, (m) => [m.artist_id]);
  protected readonly muralsByCity = new GroupedRows<Mural>(newestFirst, inCity);
  protected readonly muralsByCityStyle = new GroupedRows<Mural>(newestFirst, cityStyleKeys);
  protected readonly muralCounts = new FacetCounts(MURAL_LISTS);
  protected readonly nearbyMurals = new NearMurals(() => this.citiesByName.all);
  protected readonly muralTable = new RowTable<Mural>(
    this.newestFirst,
    this.featuredMurals,
    this.muralsByArtist,
    this.muralsByCity,
    this.muralsByCityStyle,
    this.muralCounts,
    this.nearbyMurals,
  );

  protected readonly reviewsByArtist = new GroupedRows<PublicReview>(newestFirst, (r) => [
    r.artist_id,
  ]);
  protected readonly reviewTable = new RowTable<PublicReview>(this.reviewsByArtist);
  protected readonly redirectsByMural = new GroupedRows<MuralRedirect>(bySlug, (r) => [r.mural_id]);
  protected readonly redirectTable = new RowTable<MuralRedirect>(this.redirectsByMural);
  protected readonly ratesTable = new RowTable<RatesRow>();
  protected readonly rulesByCity = new GroupedRows<CityRule>(byReach, inCity);
  protected readonly rulesTable = new RowTable<CityRule>(this.rulesByCity);

  /** How often something was applied. */
  version = 0;
  /** Rows as they were written, by the ones that are shown in their place. */
  readonly #written = new WeakMap<Placed, Placed>();

  constructor(rows: DirectoryRows) {
    this.cityTable.fill(rows.cities);
    this.artistTable.fill(rows.artists.map((row) => this.#shown(row)));
    this.muralTable.fill(rows.murals.map((row) => this.#shown(row)));
    this.reviewTable.fill(rows.reviews);
    this.redirectTable.fill(rows.mural_redirects);
    this.ratesTable.fill(rows.estimate_rates);
    this.rulesTable.fill(rows.city_rules);
  }

  /** Puts rows in the place of those of the same ids, which are as they are after the change. */
  apply(changes: readonly DirectoryChange[]): void {
    if (changes.length > 0) this.version++;
    for (const { table, rowId, new: now } of changes) {
      if (table === 'artists') this.artistTable.replace(rowId, now && this.#shown(now));
      else if (table === 'murals') this.muralTable.replace(rowId, now && this.#shown(now));
      else if (table === 'cities') this.#replaceCity(rowId, now);
      else if (table === 'reviews') this.reviewTable.replace(rowId, now);
      else if (table === 'mural_redirects') this.redirectTable.replace(rowId, now);
      else if (table === 'city_rules') this.rulesTable.replace(rowId, now);
      else this.ratesTable.replace(rowId, now);
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

  /** With the city, what is in it is called something else. */
  #replaceCity(id: string, now: City | null): void {
    const old = this.cityTable.byId(id);
    this.cityTable.replace(id, now);
    if (old?.slug === now?.slug && old?.city_name === now?.city_name && old?.state === now?.state)
      return;
    for (const slug of new Set([old?.slug, now?.slug])) {
      if (!slug) continue;
      for (const row of [...this.artistsByCity.of(slug)])
        this.artistTable.replace(row.id, this.#shown(this.#asWritten(row)));
      for (const row of [...this.muralsByCity.of(slug)])
        this.muralTable.replace(row.id, this.#shown(this.#asWritten(row)));
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
