import type { ListedArtist } from '#domain/artist.ts';
import { COMPARATORS } from '#domain/artist-search.ts';
import type { City } from '#domain/city.ts';
import type { DirectoryChange, DirectoryRows } from '#domain/directory-change.ts';
import type { Mural, MuralRedirect } from '#domain/mural.ts';
import type { PublicReview } from '#domain/public-review.ts';
import { cityStyleKeys } from './city-styles.ts';
import { FacetCounts } from './facets.ts';
import { byCityName, byPosition, newestFirst } from './orders.ts';
import { GroupedRows, SortedRows } from './sorted-rows.ts';
import { Table } from './table.ts';

/** The rows of a directory and every index over them, kept true to each other. */
export class DirectoryIndexes {
  protected readonly artistTable: Table<ListedArtist>;
  protected readonly muralTable: Table<Mural>;
  protected readonly cityTable: Table<City>;
  protected readonly reviewTable: Table<PublicReview>;
  protected readonly redirectTable: Table<MuralRedirect>;
  protected readonly featuredFirst: SortedRows<ListedArtist>;
  protected readonly artistsByName: SortedRows<ListedArtist>;
  protected readonly newestArtists: SortedRows<ListedArtist>;
  protected readonly newestFirst: SortedRows<Mural>;
  protected readonly citiesByName: SortedRows<City>;
  protected readonly artistsByCity: GroupedRows<ListedArtist>;
  protected readonly artistsByCityStyle: GroupedRows<ListedArtist>;
  protected readonly muralsByArtist: GroupedRows<Mural>;
  protected readonly muralsByCity: GroupedRows<Mural>;
  protected readonly reviewsByArtist: GroupedRows<PublicReview>;
  protected readonly redirectsByMural: GroupedRows<MuralRedirect>;
  protected readonly facetCounts: FacetCounts;

  constructor({ artists, murals, cities, reviews, mural_redirects }: DirectoryRows) {
    this.featuredFirst = new SortedRows(COMPARATORS.featured, artists);
    this.artistsByName = new SortedRows(COMPARATORS.name, artists);
    this.newestArtists = new SortedRows(COMPARATORS.newest, artists);
    this.newestFirst = new SortedRows(newestFirst, murals);
    this.citiesByName = new SortedRows(byCityName, cities);
    this.artistsByCity = new GroupedRows(COMPARATORS.featured, (a) => [a.city_slug], artists);
    this.artistsByCityStyle = new GroupedRows(COMPARATORS.featured, cityStyleKeys, artists);
    this.muralsByArtist = new GroupedRows(byPosition, (m) => [m.artist_id], murals);
    this.muralsByCity = new GroupedRows(newestFirst, (m) => [m.city_slug], murals);
    this.reviewsByArtist = new GroupedRows<PublicReview>(
      newestFirst,
      (review) => [review.artist_id],
      reviews,
    );
    this.redirectsByMural = new GroupedRows<MuralRedirect>(
      (a, b) => (a.slug < b.slug ? -1 : Number(a.slug > b.slug)),
      (redirect) => [redirect.mural_id],
      mural_redirects,
    );
    this.facetCounts = new FacetCounts(artists);
    this.artistTable = new Table<ListedArtist>(artists, [
      this.featuredFirst,
      this.artistsByName,
      this.newestArtists,
      this.artistsByCity,
      this.artistsByCityStyle,
      this.facetCounts,
    ]);
    this.muralTable = new Table<Mural>(murals, [
      this.newestFirst,
      this.muralsByArtist,
      this.muralsByCity,
    ]);
    this.cityTable = new Table<City>(cities, [this.citiesByName]);
    this.reviewTable = new Table<PublicReview>(reviews, [this.reviewsByArtist]);
    this.redirectTable = new Table<MuralRedirect>(mural_redirects, [this.redirectsByMural]);
  }

  /** Puts rows in the place of those of the same ids, which are as they are after the change. */
  apply(changes: readonly DirectoryChange[]): void {
    for (const change of changes) {
      if (change.table === 'artists') this.artistTable.replace(change.rowId, change.new);
      else if (change.table === 'murals') this.muralTable.replace(change.rowId, change.new);
      else if (change.table === 'cities') this.cityTable.replace(change.rowId, change.new);
      else if (change.table === 'reviews') this.reviewTable.replace(change.rowId, change.new);
      else this.redirectTable.replace(change.rowId, change.new);
    }
  }

  /** Every row, in no order. */
  rows(): DirectoryRows {
    return {
      artists: this.artistTable.rows(),
      murals: this.muralTable.rows(),
      cities: this.cityTable.rows(),
      reviews: this.reviewTable.rows(),
      mural_redirects: this.redirectTable.rows(),
    };
  }
}
