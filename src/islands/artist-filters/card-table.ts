import type { ArtistCardData } from '#domain/artist-card.ts';
import {
  eachFilter,
  FILTER_KEYS,
  type FilterKey,
  filterValue,
  type Sort,
} from '#domain/artist-search.ts';
import { plain } from '#domain/bio-index.ts';
import {
  CARD_FACTS,
  type CardColumns,
  type CardFacts,
  type CardFile,
  PLACE_FILTERS,
  wholePicture,
  wholeSlug,
} from '#domain/card-file.ts';
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
  const columns = columnsOf(file, parts);
  const orderOf = ordersOf(file, parts, columns);
  const hasWord = wordTests(file, columns);
  const passes = filterTests(file, columns);
  const { fact, names, slugAt, lists, pictures } = columns;
  const styles = file.filters.style ?? [];
  return {
    find(query, bios) {
      const tests = query.words.map((word, i) => hasWord(word, bios[i]));
      for (const key of FILTER_KEYS)
        if (query.filters[key]) tests.unshift(passes(key, query.filters[key]));
      return orderOf(query.sort).filter((row) => tests.every((test) => test(row)));
    },
    card(row) {
      const [city, state] = fact('place', row);
      return {
        slug: slugAt(row),
        name: names()[row] ?? '',
        city,
        state,
        featured: fact('featured', row),
        rating: fact('rating', row),
        reviews: fact('reviews', row),
        years: fact('years', row),
        styles: (lists.style()[row] ?? []).slice(0, CARD_STYLES).map((n) => styles[n] ?? ''),
        portrait: fact('portrait', row),
      };
    },
    pictures(row) {
      if (file.pictureFiles > 0) return null;
      return (pictures()[row] ?? []).flatMap((n) => {
        const ref = file.pictures[n];
        return ref ? [wholePicture(ref)] : [];
      });
    },
  };
}

type Columns = ReturnType<typeof columnsOf>;
type RowTest = (row: number) => boolean;

/** All parts as one column of each kind, which is unpacked when it is first asked for. */
function columnsOf(file: CardFile, parts: readonly CardColumns[]) {
  const column = <T>(read: (part: CardColumns) => T[]) => once(() => parts.flatMap(read));
  const numbers = Object.fromEntries(
    CARD_FACTS.map((fact) => [fact, column(({ facts }) => unpackNumbers(facts[fact]))]),
  ) as Record<keyof CardFacts, () => number[]>;
  const fact = <Fact extends keyof CardFacts>(name: Fact, row: number) =>
    file.facts[name][numbers[name]()[row] ?? -1] as CardFacts[Fact];
  const lists = eachFilter((key) =>
    column(({ filters }) => (filters[key] ? unpackLists(filters[key]) : [])),
  );
  const names = once(() =>
    numbers.firstName().map((_, row) => fact('firstName', row) + fact('lastName', row)),
  );
  const shortSlugs = column(({ slugs }) => slugs.split('\n'));
  const slugAt = (row: number) => wholeSlug(names()[row] ?? '', shortSlugs()[row] ?? '');
  return {
    numbers,
    fact,
    lists,
    names,
    slugAt,
    slugs: once(() => names().map((_, row) => slugAt(row))),
    pictures: column((part) => (part.pictures ? unpackLists(part.pictures) : [])),
  };
}

/** All rows in each order, made when it is first asked for. */
function ordersOf(
  file: CardFile,
  parts: readonly CardColumns[],
  { numbers, fact }: Columns,
): (sort: Sort) => number[] {
  /** Without ranks of their own, rows stand in their order. */
  const ranked = (order: keyof CardColumns['ranks']) =>
    parts.flatMap(({ ranks, facts }) => {
      const own = ranks[order];
      return own ? unpackRanks(own) : [...unpackNumbers(facts.place).keys()];
    });
  const orders: Record<Sort, () => number[]> = {
    featured: once(() => {
      const best = file.facts.rating.toSorted((a, b) => b - a);
      const groups = file.facts.rating.map((rating) => best.indexOf(rating));
      const rated = numbers.rating();
      const group = (row: number) =>
        (groups[rated[row] ?? -1] ?? 0) + (fact('featured', row) ? 0 : best.length);
      return inOrder(ranked('featured'), group);
    }),
    name: once(() => inOrder(ranked('name'))),
    newest: once(() => inOrder(ranked('newest'))),
    /** Equal cities keep the order of their names. */
    city: once(() => {
      const at = numbers.place();
      const rank = (row: number) => file.facts.place[at[row] ?? -1]?.[2] ?? 0;
      return orders.name().toSorted((a, b) => rank(a) - rank(b));
    }),
  };
  return (sort) => orders[sort]();
}

/** Tests rows for a word in name, city or styles, or in the biography. */
function wordTests(
  file: CardFile,
  { numbers, lists, names, slugs }: Columns,
): (word: string, bios?: ReadonlySet<string>) => RowTest {
  const plainNames = once(() => names().map(plain));
  const plainPlaces = once(() => file.facts.place.map(([city]) => plain(city ?? '')));
  const plainStyles = once(() => (file.filters.style ?? []).map(plain));
  return (word, bios) => {
    const matches = textMatcher(word);
    const inPlace = plainPlaces().map(matches);
    const inStyle = plainStyles().map(matches);
    const inName = plainNames();
    const ofSlug = bios?.size ? slugs() : [];
    const [at, labels] = [numbers.place(), lists.style()];
    return (row) =>
      inPlace[at[row] ?? -1] ||
      matches(inName[row] ?? '') ||
      labels[row]?.some((style) => inStyle[style]) ||
      (bios?.has(ofSlug[row] ?? '') ?? false);
  };
}

/** Tests rows for a value that means the same as the one that is wanted. */
function filterTests(
  file: CardFile,
  { numbers, lists }: Columns,
): (key: FilterKey, wanted: string) => RowTest {
  return (key, wanted) => {
    const isWanted = (value = '') => filterValue(value) === wanted;
    const nth = PLACE_FILTERS.indexOf(key);
    if (nth >= 0) {
      const same = file.facts.place.map(([, , , ...values]) => isWanted(values[nth]));
      const at = numbers.place();
      return (row) => same[at[row] ?? -1] ?? false;
    }
    const same = file.filters[key]?.map(isWanted) ?? [];
    const all = lists[key]();
    return (row) => all[row]?.some((value) => same[value]) ?? false;
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
