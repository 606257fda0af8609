import type { FilterValue } from '../filters.ts';
import { chosen, filterValue, type ListRules, type ListSearch } from '../list-search.ts';
import { tellingWords } from './search-words.ts';

/** A search as the cards take it. */
export interface CardQuery {
  /** All of them have to be there. */
  words: string[];
  /** In lower case; an empty text filters nothing. */
  filters: Readonly<Record<string, string>>;
  sort: string;
}

/** What to ask for a list's state; `place` is the city slug that a city page is limited to. */
export function cardQuery<Search extends ListSearch>(
  rules: ListRules,
  search: Search,
  place: string | undefined,
): CardQuery {
  const wanted = place ? { ...search, city: place } : search;
  const filters = rules.each((key) => filterValue(chosen(wanted, key)));
  return { words: tellingWords(search.q), filters, sort: search.sort };
}

/** A menu and what is chosen in it; what only the address knows is offered too, so that the menu tells the truth. */
export function menuWith(options: readonly FilterValue[], asked: string) {
  const known = options.find(({ value }) => filterValue(value) === filterValue(asked));
  if (known || !asked) return { value: known?.value ?? '', options };
  return { value: asked, options: [...options, { value: asked, label: asked }] };
}

/** Whether anything narrows the list. */
export function isFiltered(rules: ListRules, search: ListSearch): boolean {
  return Boolean(search.q) || rules.keys.some((key) => chosen(search, key));
}
