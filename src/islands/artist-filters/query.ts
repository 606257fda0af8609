import { type ArtistSearch, filterValue, type Sort } from '#domain/artist-search.ts';
import { wordsOf } from './search-words.ts';

/** A search as the cards take it; an empty text filters nothing. */
export interface CardQuery {
  /** All of them have to be there. */
  words: string[];
  /** The slug of a city. */
  place: string;
  /** In lower case. */
  style: string;
  medium: string;
  sort: Sort;
}

/** What to ask for a list's state; `place` is the city slug that a city page is limited to. */
export function cardQuery(search: ArtistSearch, place: string | undefined): CardQuery {
  return {
    words: wordsOf(search.q),
    place: place ?? search.city,
    style: filterValue(search.style),
    medium: filterValue(search.medium),
    sort: search.sort,
  };
}

/** The option that means the same as what the address says, whatever its case; the address's own text otherwise. */
export function knownLabel(value: string, labels: readonly string[]): string {
  const wanted = filterValue(value);
  return labels.find((label) => filterValue(label) === wanted) ?? value;
}

/** Whether anything narrows the list. */
export function isFiltered(search: ArtistSearch): boolean {
  return Boolean(search.q || search.city || search.style || search.medium);
}
