import { type ArtistSearch, filterValue, type Sort } from '#domain/artist-search.ts';

/** A search as the index takes it. */
export interface IndexQuery {
  /** `null` matches everything. */
  text: string | null;
  filters: Record<string, string>;
  /** Every order of the index is ascending. */
  sort: Record<string, 'asc'>;
}

/** Letters without accents: the index holds every accented word a second time in plain spelling. */
function plainText(text: string): string {
  // Quotation marks would ask the index for an exact phrase.
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f"“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What to ask the index for a list's state; `place` is the city slug that a city page is limited to. */
export function indexQuery(search: ArtistSearch, place: string | undefined): IndexQuery {
  const filters: Record<string, string> = {};
  const city = place ?? search.city;
  if (city) filters.place = city;
  if (search.style) filters.style = filterValue(search.style);
  if (search.medium) filters.medium = filterValue(search.medium);
  return {
    text: plainText(search.q) || null,
    filters,
    sort: { [search.sort satisfies Sort]: 'asc' },
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
