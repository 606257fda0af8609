import { paths } from '#config/paths.ts';
import { styleSlugs } from './city-styles.ts';

/** A change as the outbox keeps it: the row before and after, without what no page shows. */
export interface SiteChange {
  table_name: string;
  old: Row | null;
  new: Row | null;
}
type Row = Record<string, unknown>;

/** Where a change shows. Rows that only the database can name are left as ids for the publisher to look up. */
export interface Affected {
  /** The changed rows' own pages, which somebody may be waiting for. */
  own: Set<string>;
  /** Other pages that show them. */
  routes: Set<string>;
  /** Artists whose murals' pages show something that changed. */
  muralsOfArtists: Set<string>;
  /** Artists whose own page shows something that changed, by id. */
  artists: Set<string>;
  /** Cities whose name changed, which every page of a style in them shows, by slug. */
  stylesOfCities: Set<string>;
  /** Every city page: each names the cities near it. */
  allCityPages: boolean;
  /** Every city page and those of its styles, if styles or mediums came or went: each offers or names them. */
  facets: boolean;
  /** The search index and the lists of everything (sitemap, feed), which are refreshed a little later. */
  listings: boolean;
}

/** Files that list the whole directory; they follow the pages, debounced. */
export const LISTING_ROUTES = ['/sitemap.xml', '/rss.xml', '/llms.txt'] as const;

/**
 * The pages that a batch of changes shows on, before and after. It may name a page that stays the same
 * or does not exist; it never leaves out one that differs: a property test compares it with full builds.
 */
export function affectedRoutes(changes: readonly SiteChange[]): Affected {
  const affected: Affected = {
    own: new Set(),
    routes: new Set(),
    muralsOfArtists: new Set(),
    artists: new Set(),
    stylesOfCities: new Set(),
    allCityPages: false,
    facets: false,
    listings: false,
  };
  for (const change of changes) {
    const rows = { old: shown(change.old), new: shown(change.new) };
    if (!rows.old && !rows.new) continue;
    HANDLERS[change.table_name]?.(affected, rows);
  }
  return affected;
}

interface Rows {
  old: Row | null;
  new: Row | null;
}

const HANDLERS: Record<string, (affected: Affected, rows: Rows) => void> = {
  artists: artistChanged,
  murals: muralChanged,
  cities: cityChanged,
};

function artistChanged(affected: Affected, rows: Rows): void {
  affected.listings = true;
  for (const row of present(rows)) {
    affected.own.add(paths.artist(text(row.slug)));
    if (row.city_slug) {
      const city = text(row.city_slug);
      const styles = styleSlugs([{ styles: Array.isArray(row.styles) ? row.styles : [] }]);
      add(affected, paths.city(city), ...styles.map((style) => paths.cityStyle(city, style)));
    }
    if (differs(rows, MURAL_PAGE_SHOWS)) affected.muralsOfArtists.add(text(row.id));
  }
  add(affected, paths.artists, paths.home);
  if (differs(rows, ['city', 'state', 'city_slug'])) add(affected, paths.serviceAreas);
  if (differs(rows, ['styles', 'mediums'])) affected.facets = true;
}

/** What a mural's page shows of its artist. */
const MURAL_PAGE_SHOWS = ['name', 'slug', 'city', 'state', 'profile_photo'];

function muralChanged(affected: Affected, rows: Rows): void {
  affected.listings = true;
  for (const row of present(rows)) {
    affected.own.add(paths.mural(text(row.slug)));
    if (row.artist_id) affected.artists.add(text(row.artist_id));
    if (row.city_slug) add(affected, paths.city(text(row.city_slug)));
  }
  add(affected, paths.home);
}

function cityChanged(affected: Affected, rows: Rows): void {
  affected.listings = true;
  for (const row of present(rows)) affected.own.add(paths.city(text(row.slug)));
  add(affected, paths.serviceAreas, paths.home);
  if (differs(rows, ['city_name'])) add(affected, paths.quote);
  if (differs(rows, NEARBY_SHOWS)) {
    affected.allCityPages = true;
    for (const row of present(rows)) affected.stylesOfCities.add(text(row.slug));
  }
}

/** What the page of a city shows of others. */
const NEARBY_SHOWS = ['city_name', 'slug'];

/** A row that pages show; a private one is as good as none. */
function shown(row: Row | null): Row | null {
  return row && row.public_visible !== false ? row : null;
}

function present(rows: Rows): Row[] {
  return [rows.old, rows.new].filter((row) => row !== null);
}

/** True when the row came, went, or changed in one of these columns. */
function differs({ old, new: now }: Rows, columns: readonly string[]): boolean {
  if (!old || !now) return true;
  return columns.some((column) => JSON.stringify(old[column]) !== JSON.stringify(now[column]));
}

function add(affected: Affected, ...routes: string[]): void {
  for (const route of routes) affected.routes.add(route);
}

function text(value: unknown): string {
  return String(value ?? '');
}
