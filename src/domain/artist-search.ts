import { FILTERS, type Filter } from './filters.ts';
import { PAGE_SIZE } from './limits.ts';

export type FilterKey = keyof typeof FILTERS;
export const FILTER_KEYS = Object.keys(FILTERS) as FilterKey[];
export const filterOf = (key: FilterKey): Filter => FILTERS[key];
/** Something for each filter. */
export const eachFilter = <T>(make: (key: FilterKey) => T) =>
  Object.fromEntries(FILTER_KEYS.map((key) => [key, make(key)])) as Record<FilterKey, T>;

/** Sort orders of the lists, in the order of their menu (section 2); a city page has no city to sort by. */
export const SORTS = {
  featured: 'Featured First',
  name: 'Name A-Z',
  city: 'City A-Z',
  newest: 'Newest',
} as const;
export type Sort = keyof typeof SORTS;
export const CITY_PAGE_SORTS: readonly Sort[] = ['featured', 'name', 'newest'];

/** A list's state; an empty text filters nothing. */
export interface ArtistSearch extends Record<FilterKey, string> {
  q: string;
  sort: Sort;
  page: number;
}
export const EMPTY_SEARCH: ArtistSearch = {
  q: '',
  ...eachFilter(() => ''),
  sort: 'featured',
  page: 1,
};

/** Reads a list's state from its URL; unknown values fall back, so that an old link still opens. */
export function searchFromParams(params: URLSearchParams): ArtistSearch {
  const sort = params.get('sort') ?? '';
  const page = Number(params.get('page'));
  return {
    q: params.get('q')?.trim() ?? '',
    ...eachFilter((key) => params.get(key) ?? ''),
    sort: Object.hasOwn(SORTS, sort) ? (sort as Sort) : 'featured',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The shortest query string that `searchFromParams` reads back. */
export function searchToParams(search: ArtistSearch): URLSearchParams {
  const params = new URLSearchParams();
  for (const key of ['q', ...FILTER_KEYS] as const) {
    if (search[key]) params.set(key, search[key]);
  }
  if (search.sort !== 'featured') params.set('sort', search.sort);
  if (search.page > 1) params.set('page', String(search.page));
  return params;
}

/** A value as filters compare it, so that 'Abstract' and 'abstract' are one. */
export function filterValue(value: string): string {
  return value.trim().toLowerCase();
}

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

/** 'Showing 13-24 of 30 artists' (section 2). */
export function caption(page: number, total: number): string {
  const first = total === 0 ? 0 : (page - 1) * PAGE_SIZE + 1;
  return `Showing ${first}-${Math.min(page * PAGE_SIZE, total)} of ${total} artists`;
}
