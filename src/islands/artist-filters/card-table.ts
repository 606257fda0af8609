import type { ArtistCardData } from '#domain/artist-card.ts';
import {
  eachFilter,
  FILTER_KEYS,
  type FilterKey,
  filterValue,
  type Sort,
} from '#domain/artist-search.ts';
import { plain } from '#domain/bio-index.ts';
import { type CardColumns, type CardFile, wholePicture, wholeSlug } from '#domain/card-file.ts';
import { CARD_STYLES } from '#domain/limits.ts';
import { unpackLists, unpackNumbers, unpackRanks } from '#domain/packed-column.ts';
import type { CardQuery } from './query.ts';
import { textMatcher } from './search-words.ts';

/** A card without the pictures that are in a file of their own. */
export type CardText = Omit<ArtistCardData, 'pictures'>;

/** The cards of a directory, or of some parts of it, to be searched. An artist is known by the number of a row. */
export interface CardTable {
  /** Rows that pass the filters and have every word, in the order asked for. */
  find(query: CardQuery, bios: readonly ReadonlySet<string>[]): number[];
  card(row: number): CardText;
  /** Null where they are in a file of their own. */
  pictures(row: number): ArtistCardData['pictures'] | null;
}

export function cardTable(file: CardFile, parts: readonly CardColumns[]): CardTable {
  const columns = joined(parts);
  const { places, filters, ratings, featured } = columns;
  const names = once(() => {
    const lastNames = columns.lastNames();
    const name = (first: number, row: number) =>
      `${file.firstNames[first]}${file.lastNames[lastNames[row] ?? -1]}`;
    return columns.firstNames().map(name);
  });
  const slugAt = (row: number) => wholeSlug(names()[row] ?? '', columns.slugs()[row] ?? '');
  const slugs = once(() => names().map((_, row) => slugAt(row)));
  const plainNames = once(() => names().map(plain));
  const plainPlaces = once(() => file.places.map(([city]) => plain(city ?? '')));
  const plainStyles = once(() => file.filters.style.map(plain));
  const orders = new Map<Sort, number[]>();

  const orderOf = (sort: Sort): number[] => {
    const known = orders.get(sort);
    if (known) return known;
    const made =
      sort === 'city'
        ? byCity()
        : inOrder(columns.ranks[sort](), sort === 'featured' ? standing() : undefined);
    orders.set(sort, made);
    return made;
  };
  /** Of those who are featured and rated alike, a number that is lower for those who come first. */
  const standing = () => {
    const best = file.ratings.toSorted((a, b) => b - a);
    const places = file.ratings.map((rating) => best.indexOf(rating));
    const [rated, isFeatured] = [ratings(), featured()];
    return (row: number) => (places[rated[row] ?? -1] ?? 0) + (isFeatured[row] ? 0 : best.length);
  };
  /** Equal cities keep the order of their names. */
  const byCity = () => {
    const at = places();
    const rank = (row: number) => file.places[at[row] ?? -1]?.[2] ?? 0;
    return orderOf('name').toSorted((a, b) => rank(a) - rank(b));
  };

  /** Rows with a word in name, city or styles, or in the biography. */
  const hasWord = (word: string, bios: ReadonlySet<string> | undefined) => {
    const matches = textMatcher(word);
    const inPlace = plainPlaces().map(matches);
    const inStyle = plainStyles().map(matches);
    const inName = plainNames();
    const ofSlug = bios?.size ? slugs() : [];
    const [at, labels] = [places(), filters.style()];
    return (row: number) =>
      inPlace[at[row] ?? -1] ||
      matches(inName[row] ?? '') ||
      labels[row]?.some((style) => inStyle[style]) ||
      (bios?.has(ofSlug[row] ?? '') ?? false);
  };
  /** Rows with a value that means the same. */
  const passes = (key: FilterKey, wanted: string) => {
    const same = file.filters[key].map((value) => filterValue(value) === wanted);
    const lists = filters[key]();
    return (row: number) => lists[row]?.some((value) => same[value]) ?? false;
  };

  return {
    find(query, bios) {
      const tests = query.words.map((word, i) => hasWord(word, bios[i]));
      for (const key of FILTER_KEYS)
        if (query.filters[key]) tests.unshift(passes(key, query.filters[key]));
      return orderOf(query.sort).filter((row) => tests.every((test) => test(row)));
    },
    card(row) {
      const [city = null, state = null] = file.places[places()[row] ?? -1] ?? [];
      return {
        slug: slugAt(row),
        name: names()[row] ?? '',
        city,
        state,
        featured: featured()[row] === 1,
        rating: file.ratings[ratings()[row] ?? -1] ?? 0,
        years: file.years[columns.years()[row] ?? -1] ?? null,
        styles: (filters.style()[row] ?? [])
          .slice(0, CARD_STYLES)
          .map((n) => file.filters.style[n] ?? ''),
        portrait: columns.portraits()[row] === 1,
      };
    },
    pictures(row) {
      return (
        columns.pictures?.()[row]?.flatMap((n) => {
          const ref = file.pictures[n];
          return ref ? [wholePicture(ref)] : [];
        }) ?? null
      );
    },
  };
}

/** All parts as one; each column is unpacked when it is first asked for. */
function joined(parts: readonly CardColumns[]) {
  const column = <T>(read: (part: CardColumns) => T[]) => once(() => parts.flatMap(read));
  const numbers = (read: (part: CardColumns) => string) =>
    column((part) => unpackNumbers(read(part)));
  const ownOrder = (part: CardColumns) => unpackNumbers(part.places).map((_, row) => row);
  return {
    firstNames: numbers((part) => part.firstNames),
    lastNames: numbers((part) => part.lastNames),
    slugs: column((part) => part.slugs.split('\n')),
    places: numbers((part) => part.places),
    ratings: numbers((part) => part.ratings),
    years: numbers((part) => part.years),
    featured: numbers((part) => part.featured),
    portraits: numbers((part) => part.portraits),
    filters: eachFilter((key) =>
      column(({ filters, places }) => {
        const own = filters[key];
        return own ? unpackLists(own) : unpackNumbers(places).map((place) => [place]);
      }),
    ),
    ranks: {
      name: column(({ ranks, ...part }) =>
        ranks.name ? unpackRanks(ranks.name) : ownOrder({ ranks, ...part }),
      ),
      featured: column(({ ranks }) => unpackRanks(ranks.featured)),
      newest: column(({ ranks }) => unpackRanks(ranks.newest)),
    },
    pictures: parts.some((part) => part.pictures === null)
      ? null
      : column(({ pictures }) => (pictures ? unpackLists(pictures) : [])),
  };
}

/** Rows by their ranks, which are all different in a group; the groups one after the other. */
function inOrder(ranks: readonly number[], groupOf = (_row: number) => 0): number[] {
  const groups: number[][] = [];
  for (const [row, rank] of ranks.entries()) {
    const group = groups[groupOf(row)] ?? [];
    groups[groupOf(row)] = group;
    group[rank] = row;
  }
  // Without the holes of artists in other parts.
  return groups.flat();
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
