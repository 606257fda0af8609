import { PAGE_SIZE } from '#lib/limits.ts';
import type { Filter } from './filters.ts';

/** A list's state; an empty text filters nothing. Filters stand beside the others under their own names. */
export type ListSearch<Key extends string = never, Sort extends string = string> = {
  [key in Key]: string;
} & {
  q: string;
  sort: Sort;
  page: number;
};

/** A value as filters compare it, so that 'Abstract' and 'abstract' are one. */
export function filterValue(value: string): string {
  return value.normalize('NFC').trim().toLowerCase();
}

/** The first text that an address gives a name; links that were put together name some twice, or with nothing. */
const said = (params: URLSearchParams, name: string): string =>
  params
    .getAll(name)
    .map((text) => text.trim())
    .find(Boolean) ?? '';

/** What is filtered by; nothing for a filter that the list does not have. */
export function chosen(search: ListSearch, key: string): string {
  return String((search as Record<string, unknown>)[key] ?? '');
}

/** A kind of list: what it is filtered and sorted by. The address, counts and searches follow from here. */
export interface ListRules<
  Row = never,
  Key extends string = string,
  Search extends ListSearch = ListSearch,
> {
  keys: readonly Key[];
  filterOf(key: Key): Filter<Row>;
  /** In the order of their menu; the first is the order of a list that was not asked for another one. */
  sorts: Readonly<Record<Search['sort'], string>>;
  /** Filters whose values follow from the place of a row, and those whose values are columns of their own. */
  placeKeys: readonly Key[];
  listKeys: readonly Key[];
  empty: Search;
  /** Something for each filter. */
  each<T>(make: (key: Key) => T): Record<Key, T>;
  /** Reads a list's state from its URL; unknown values fall back, so that an old link still opens. */
  fromParams(params: URLSearchParams): Search;
  /** The shortest query string that `fromParams` reads back. */
  toParams(search: ListSearch): URLSearchParams;
  /** 'Showing 13-24 of 30 artists' (specification, section 2). */
  caption(page: number, total: number): string;
}

export function listSearchRules<Row, Key extends string, Sort extends string>(
  filters: Record<Key, Filter<Row>>,
  sorts: Readonly<Record<Sort, string>>,
  caption: (shown: string, total: number) => string,
): ListRules<Row, Key, ListSearch<Key, Sort>> {
  const keys = Object.keys(filters) as Key[];
  const [first] = Object.keys(sorts) as [Sort];
  const filterOf = (key: Key) => filters[key];
  const each = <T>(make: (key: Key) => T) =>
    Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, T>;
  return {
    keys,
    filterOf,
    sorts,
    placeKeys: keys.filter((key) => filterOf(key).isPlace),
    listKeys: keys.filter((key) => !filterOf(key).isPlace),
    empty: { q: '', ...each(() => ''), sort: first, page: 1 } as ListSearch<Key, Sort>,
    each,
    fromParams(params) {
      const sort = params.get('sort') ?? '';
      const page = Number(params.get('page'));
      return {
        q: said(params, 'q'),
        ...each((key) => said(params, key)),
        sort: Object.hasOwn(sorts, sort) ? sort : first,
        page: Number.isSafeInteger(page) && page > 0 ? page : 1,
      } as ListSearch<Key, Sort>;
    },
    toParams(search) {
      const params = new URLSearchParams();
      for (const key of ['q', ...keys]) {
        const value = chosen(search, key);
        if (value) params.set(key, value);
      }
      if (search.sort !== first) params.set('sort', search.sort);
      if (search.page > 1) params.set('page', String(search.page));
      return params;
    },
    caption: (page, total) => {
      const from = total === 0 ? 0 : (page - 1) * PAGE_SIZE + 1;
      return caption(`${from}-${Math.min(page * PAGE_SIZE, total)}`, total);
    },
  };
}
