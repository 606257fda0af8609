import {
  type ArtistSearch,
  eachFilter,
  FILTER_KEYS,
  type FilterKey,
  filterValue,
  type Sort,
} from '#domain/artist-search.ts';
import type { FilterValue } from '#domain/filters.ts';
import { wordsOf } from './search-words.ts';

/** A search as the cards take it. */
export interface CardQuery {
  /** All of them have to be there. */
  words: string[];
  /** In lower case; an empty text filters nothing. */
  filters: Record<FilterKey, string>;
  sort: Sort;
}

/** What to ask for a list's state; `place` is the city slug that a city page is limited to. */
export function cardQuery(search: ArtistSearch, place: string | undefined): CardQuery {
  const wanted = { ...search, city: place ?? search.city };
  const filters = eachFilter((key) => filterValue(wanted[key]));
  return { words: wordsOf(search.q), filters, sort: search.sort };
}

/** A menu and what is chosen in it; what only the address knows is offered too, so that the menu tells the truth. */
export function menuWith(options: readonly FilterValue[], asked: string) {
  const known = options.find(({ value }) => filterValue(value) === filterValue(asked));
  if (known || !asked) return { value: known?.value ?? '', options };
  return { value: asked, options: [...options, { value: asked, label: asked }] };
}

/** Whether anything narrows the list. */
export function isFiltered(search: ArtistSearch): boolean {
  return Boolean(search.q) || FILTER_KEYS.some((key) => search[key]);
}
