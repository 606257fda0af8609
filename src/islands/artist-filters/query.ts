import {
  type ArtistSearch,
  FILTER_LETTERS,
  type FilterKind,
  filterValue,
  filterWord,
  type Sort,
} from '#domain/artist-search.ts';

/** A search as the index takes it. */
export interface IndexQuery {
  /** All of them have to be there; those of filters come first. */
  words: string[];
  sort: Sort;
}

const BETWEEN_WORDS = new RegExp(`[\\s"“”${FILTER_LETTERS}]+`);

/** Fewer letters begin too many words to look them all up. */
const MIN_PREFIX_LENGTH = 3;

/** The words of a text that somebody is still typing which are worth looking up already. */
export function lookAheadWords(text: string): string[] {
  return wordsOf(text).filter((word) => word.length >= MIN_PREFIX_LENGTH);
}

/** The words of a search; what has no letter and no digit is none. */
function wordsOf(text: string): string[] {
  return text.split(BETWEEN_WORDS).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** What to ask the index for a list's state; `place` is the city slug that a city page is limited to. */
export function indexQuery(search: ArtistSearch, place: string | undefined): IndexQuery {
  const filters: Record<FilterKind, string> = {
    place: place ?? search.city,
    style: filterValue(search.style),
    medium: filterValue(search.medium),
  };
  const chosen = Object.entries(filters).filter(([, value]) => value);
  return {
    words: [
      ...chosen.map(([kind, value]) => filterWord(kind as FilterKind, value)),
      ...wordsOf(search.q),
    ],
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
