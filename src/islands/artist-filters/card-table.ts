import type { ArtistCardData } from '#domain/artist-card.ts';
import { filterValue, type Sort } from '#domain/artist-search.ts';
import { type CardColumns, type CardFile, wholePicture, wholeSlug } from '#domain/card-file.ts';
import { CARD_STYLES } from '#domain/limits.ts';
import { unpackLists, unpackNumbers, unpackRanks } from '#domain/packed-column.ts';
import type { CardQuery } from './query.ts';
import { plain, textMatcher } from './search-words.ts';

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
  const { names, places, styles, mediums } = columns;
  const slugAt = (row: number) => wholeSlug(names[row] ?? '', columns.slugs[row] ?? '');
  const slugs = once(() => names.map((_, row) => slugAt(row)));
  const plainNames = once(() => names.map(plain));
  const plainPlaces = once(() => file.places.map(([city]) => plain(city ?? '')));
  const plainStyles = once(() => file.styles.map(plain));
  const orders = new Map<Sort, number[]>();

  const orderOf = (sort: Sort): number[] => {
    const known = orders.get(sort);
    if (known) return known;
    const made = sort === 'city' ? byCity() : inOrder(columns.ranks[sort]);
    orders.set(sort, made);
    return made;
  };
  /** Equal cities keep the order of their names. */
  const byCity = () => {
    const rank = (row: number) => file.places[places[row] ?? -1]?.[3] ?? 0;
    return orderOf('name').toSorted((a, b) => rank(a) - rank(b));
  };

  /** Rows with a word in name, city or styles, or in the biography. */
  const hasWord = (word: string, bios: ReadonlySet<string> | undefined) => {
    const matches = textMatcher(word);
    const inPlace = plainPlaces().map(matches);
    const inStyle = plainStyles().map(matches);
    const inName = plainNames();
    const ofSlug = bios?.size ? slugs() : [];
    return (row: number) =>
      inPlace[places[row] ?? -1] ||
      matches(inName[row] ?? '') ||
      styles[row]?.some((style) => inStyle[style]) ||
      (bios?.has(ofSlug[row] ?? '') ?? false);
  };
  /** Rows with a label that means the same. */
  const hasLabel = (labels: readonly string[], lists: readonly number[][], value: string) => {
    const same = labels.map((label) => filterValue(label) === value);
    return (row: number) => lists[row]?.some((label) => same[label]) ?? false;
  };

  return {
    find(query, bios) {
      const tests = query.words.map((word, i) => hasWord(word, bios[i]));
      if (query.place) {
        const same = file.places.map(([, , slug]) => slug === query.place);
        tests.unshift((row) => same[places[row] ?? -1] ?? false);
      }
      if (query.style) tests.unshift(hasLabel(file.styles, styles, query.style));
      if (query.medium) tests.unshift(hasLabel(file.mediums, mediums, query.medium));
      return orderOf(query.sort).filter((row) => tests.every((test) => test(row)));
    },
    card(row) {
      const [city = null, state = null] = file.places[places[row] ?? -1] ?? [];
      return {
        slug: slugAt(row),
        name: names[row] ?? '',
        city,
        state,
        featured: columns.featured[row] === 1,
        rating: file.ratings[columns.ratings[row] ?? -1] ?? 0,
        years: file.years[columns.years[row] ?? -1] ?? null,
        styles: (styles[row] ?? []).slice(0, CARD_STYLES).map((n) => file.styles[n] ?? ''),
        portrait: columns.portraits[row] === 1,
      };
    },
    pictures(row) {
      return (
        columns.pictures?.[row]?.flatMap((n) => {
          const ref = file.pictures[n];
          return ref ? [wholePicture(ref)] : [];
        }) ?? null
      );
    },
  };
}

/** All parts as one. */
function joined(parts: readonly CardColumns[]) {
  const lines = (text: string, count: number) => (count === 0 ? [] : text.split('\n'));
  const unpacked = parts.map((part) => {
    const places = unpackNumbers(part.places);
    const count = places.length;
    const { name, featured, newest } = part.ranks;
    return {
      names: lines(part.names, count),
      slugs: lines(part.slugs, count),
      places,
      ratings: unpackNumbers(part.ratings),
      years: unpackNumbers(part.years),
      featured: unpackNumbers(part.featured),
      portraits: unpackNumbers(part.portraits),
      styles: unpackLists(part.styles, count),
      mediums: unpackLists(part.mediums, count),
      byName: name ? unpackRanks(name) : places.map((_, row) => row),
      byFeatured: unpackRanks(featured),
      byNewest: unpackRanks(newest),
      pictures: part.pictures === null ? null : unpackLists(part.pictures, count),
    };
  });
  type Unpacked = (typeof unpacked)[number];
  const all = <T>(column: (part: Unpacked) => T[]): T[] => unpacked.flatMap(column);
  return {
    names: all((part) => part.names),
    slugs: all((part) => part.slugs),
    places: all((part) => part.places),
    ratings: all((part) => part.ratings),
    years: all((part) => part.years),
    featured: all((part) => part.featured),
    portraits: all((part) => part.portraits),
    styles: all((part) => part.styles),
    mediums: all((part) => part.mediums),
    ranks: {
      name: all((part) => part.byName),
      featured: all((part) => part.byFeatured),
      newest: all((part) => part.byNewest),
    },
    pictures: unpacked.some((part) => part.pictures === null)
      ? null
      : all((part) => part.pictures ?? []),
  };
}

/** Rows by their ranks, which are all different. */
function inOrder(ranks: readonly number[]): number[] {
  const rows: number[] = [];
  for (const [row, rank] of ranks.entries()) rows[rank] = row;
  // Ranks of artists in other parts are left out.
  return rows.filter((row) => row !== undefined);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
