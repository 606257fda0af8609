import { paths } from '#config/paths.ts';
import type { ListedArtist } from '#domain/artist.ts';
import { filterValue, filterWord } from '#domain/artist-search.ts';

/**
 * One artist in the search index, as Pagefind takes it.
 *
 * What the browser relies on:
 * - The filters are words of the text (`filterWord`), so that there is one kind of thing to look up. Style and medium
 *   are lower case, so that 'Abstract' and 'abstract' are one; the place is the city slug (the `value` of a city facet).
 * - The language is unknown to Pagefind, which leaves words whole: what is typed finds those that begin like it, and
 *   other forms of a word are the reader's business.
 * - every sort is used ascending, also `newest` and `featured`.
 * - `url` is the artist's path, a `#` and the JSON of what an artist card shows. It is not in `meta`, because
 *   Pagefind makes every word of the metadata searchable: 'featured' would find everybody.
 */
export interface SearchRecord {
  url: string;
  content: string;
  language: 'unknown';
  sort: Record<'featured' | 'name' | 'city' | 'newest', string>;
}

/** @param card what the artist's card shows, pictures included; stored as it is. */
export function searchRecord(artist: ListedArtist, card: object): SearchRecord {
  const text = [artist.name, artist.city, artist.styles.join(', '), artist.bio]
    .filter(Boolean)
    .join('. ');
  return {
    url: `${paths.artist(artist.slug)}#${JSON.stringify(card)}`,
    content: [eachWordOnce(text), ...filterWords(artist)].join(' '),
    language: 'unknown',
    sort: sortKeys(artist),
  };
}

function filterWords({ city_slug: place, styles, mediums }: ListedArtist): Set<string> {
  return new Set([
    ...(place ? [filterWord('place', place)] : []),
    ...styles.map((label) => filterWord('style', filterValue(label))),
    ...mediums.map((label) => filterWord('medium', filterValue(label))),
  ]);
}

/**
 * Text keys whose order is that of the domain's comparators. They need no rank among all artists, so that one
 * changed artist changes one record. Each begins with a letter: Pagefind would compare bare numbers as numbers.
 */
function sortKeys(artist: ListedArtist): SearchRecord['sort'] {
  const name = `${collationKey(artist.name)}${END}${artist.id}`;
  const rating = String(100 - Math.round(artist.average_rating * 10)).padStart(3, '0');
  const age = String(1e15 - Date.parse(artist.created_at)).padStart(16, '0');
  return {
    featured: `${artist.featured ? 'a' : 'b'}${rating}${artist.id}`,
    name: `a${name}`,
    city: `${artist.city ? 'a' : 'b'}${collationKey(artist.city ?? '')}${END}${name}`,
    newest: `a${age}${name}`,
  };
}

/** Sorts before every character of a name, so that 'Ana' comes before 'Ana Luz' whatever follows it. */
const END = '\u0001';

/** Letters without accents and case, as `localeCompare` weighs them first. */
function collationKey(text: string): string {
  return stripAccents(text).toLowerCase();
}

/** A double name is found by either part and as a whole. */
const DASHES = /[\p{Pd}/]/u;

/** The order of lists is never that of relevance, so how often and where a word stands only costs bytes and time. */
function eachWordOnce(text: string): string {
  const words = new Map<string, string>();
  for (const token of text.split(/\s+/).flatMap((one) => [one, ...one.split(DASHES)])) {
    const word = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const key = word.toLowerCase();
    if (word && !words.has(key)) words.set(key, word);
  }
  return [...words.values()].join(' ');
}

function stripAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}
