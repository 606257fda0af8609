import type { ListedArtist } from '#features/artists/artist.ts';
import { FILTERS } from './filters.ts';
import { listSearchRules } from './list-search.ts';

export type FilterKey = keyof typeof FILTERS;

/** Sort orders of the lists, in the order of their menu (section 2); a city page has no city to sort by. */
export const SORTS = {
  featured: 'Featured First',
  name: 'Name A-Z',
  city: 'City A-Z',
  newest: 'Newest',
} as const;
export type Sort = keyof typeof SORTS;
export const CITY_PAGE_SORTS: readonly Sort[] = ['featured', 'name', 'newest'];

/** Lists of artists. */
export const ARTIST_LISTS = listSearchRules<ListedArtist, FilterKey, Sort>(
  FILTERS,
  SORTS,
  (shown, total) => `Showing ${shown} of ${total} artists`,
);
export const {
  keys: FILTER_KEYS,
  filterOf,
  empty: EMPTY_SEARCH,
  fromParams: searchFromParams,
  toParams: searchToParams,
  caption,
} = ARTIST_LISTS;

interface Sortable {
  id: string;
  name: string;
  city: string | null;
  featured: boolean;
  average_rating: number;
  created_at: string;
}

const byId = (a: Sortable, b: Sortable) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const byName = (a: Sortable, b: Sortable) => a.name.localeCompare(b.name, 'en') || byId(a, b);

/** None comes last. */
export const compareCities = (a: string | null, b: string | null) =>
  Number(!a) - Number(!b) || (a ?? '').localeCompare(b ?? '', 'en');

/**
 * The four orders of the lists. Artists without a city come last under 'City A-Z'. Among equals
 * 'Featured First' goes by id, as matching does: SQL, the search index and this agree on that order
 * whatever the database's collation.
 */
export const COMPARATORS: Record<Sort, (a: Sortable, b: Sortable) => number> = {
  featured: (a, b) =>
    Number(b.featured) - Number(a.featured) || b.average_rating - a.average_rating || byId(a, b),
  name: byName,
  city: (a, b) => compareCities(a.city, b.city) || byName(a, b),
  newest: (a, b) =>
    a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : byName(a, b),
};
