import type { Picture } from '#features/pictures/picture.ts';
import { once } from '#lib/once.ts';
import { plain } from './bio-index.ts';
import {
  type CardColumns,
  type CardFacts,
  type CardFile,
  wholePicture,
  wholeSlug,
} from './card-file.ts';
import type { CardKind, ListCard } from './card-kind.ts';
import { filterValue } from './list-search.ts';
import { unpackLists, unpackNumbers, unpackRanks } from './packed-column.ts';
import type { CardQuery } from './words/query.ts';
import { meaningMatcher, wordsOf } from './words/search-words.ts';

/** The cards of a list, or of some parts of it, to be searched. Each is known by the number of a row. */
export interface CardTable<Card extends ListCard = ListCard> {
  /** Rows that pass the filters and have every word, in the order asked for. */
  find(query: CardQuery, texts: readonly ReadonlySet<string>[]): number[];
  /** All rows in the order asked for, and what each of them is asked: one test a word, one a filter that is set. */
  asked(query: CardQuery, texts: readonly ReadonlySet<string>[]): Asked;
  /** Every word of the names and of the other values of cards. */
  vocabulary(): ReadonlySet<string>;
  /** The value of a filter that follows from where a row is. */
  placeValue(row: number, filter: string): string;
  /** A card without the pictures that are in a file of their own. */
  card(row: number): Omit<Card, 'pictures'> & { slug: string };
  /** Null where they are in a file of their own. */
  pictures(row: number): Picture[] | null;
}

type RowTest = (row: number) => boolean;

/** A search as tests of its rows. */
export interface Asked {
  rows: readonly number[];
  words: readonly RowTest[];
  /** By filter. */
  filters: ReadonlyMap<string, RowTest>;
}

export function cardTable<Card extends ListCard, Facts extends CardFacts>(
  kind: CardKind<Card, Facts>,
  file: CardFile<Facts>,
  parts: readonly CardColumns<Facts>[],
): CardTable<Card> {
  const columns = columnsOf(kind, file, parts);
  const { fact, names, slugAt, lists, pictures } = columns;
  const orders = kind.orders({
    values: (fact) => file.facts[fact],
    numbers: (fact) => columns.numbers[fact](),
    ranks: (order) => ranksOf(parts, order),
  });
  const orderOf = eachOnce(orders);
  const hasWord = wordTests(kind, file, columns);
  const passes = filterTests(kind, file, columns);
  const asked = (query: CardQuery, texts: readonly ReadonlySet<string>[]): Asked => ({
    rows: orderOf[query.sort]?.() ?? [],
    words: query.words.map((word, i) => hasWord(word, texts[i])),
    filters: new Map(
      Object.entries(query.filters).flatMap(([key, wanted]) =>
        wanted ? [[key, passes(key, wanted)]] : [],
      ),
    ),
  });
  return {
    asked,
    find(query, texts) {
      const { rows, words, filters } = asked(query, texts);
      // Filters first: they are the quicker ones.
      const tests = [...filters.values(), ...words];
      return rows.filter((row) => tests.every((test) => test(row)));
    },
    vocabulary: once(() => vocabularyOf(kind, file, names())),
    placeValue(row, filter) {
      const [, , , ...values] = fact('place', row);
      return filterValue(String(values[kind.rules.placeKeys.indexOf(filter)] ?? ''));
    },
    card(row) {
      const slug = slugAt(row);
      const values = (filter: string) =>
        (lists(filter)()[row] ?? []).map((n) => file.filters[filter]?.[n] ?? '');
      const name = names()[row] ?? '';
      const card = kind.card({ slug, name, values, fact: (name) => fact(name, row) });
      return { ...card, slug };
    },
    pictures(row) {
      if (file.pictureFiles > 0) return null;
      return (pictures()[row] ?? []).flatMap((n) => {
        const ref = file.pictures[n];
        return ref ? [wholePicture(ref, kind.widest)] : [];
      });
    },
  };
}

type Columns<Facts extends CardFacts> = ReturnType<typeof columnsOf<ListCard, Facts>>;

/** All parts as one column of each kind, which is unpacked when it is first asked for. */
function columnsOf<Card extends ListCard, Facts extends CardFacts>(
  kind: CardKind<Card, Facts>,
  file: CardFile<Facts>,
  parts: readonly CardColumns<Facts>[],
) {
  const column = <T>(read: (part: CardColumns<Facts>) => T[]) => once(() => parts.flatMap(read));
  const numbers = Object.fromEntries(
    kind.facts.map((fact) => [fact, column(({ facts }) => unpackNumbers(facts[fact]))]),
  ) as Record<keyof Facts, () => number[]>;
  const fact = <Fact extends keyof Facts>(name: Fact, row: number) =>
    file.facts[name][numbers[name]()[row] ?? -1] as Facts[Fact];
  const unpacked = new Map<string, () => number[][]>();
  const lists = (filter: string) => {
    const known = unpacked.get(filter);
    if (known) return known;
    const made = column(({ filters }) => (filters[filter] ? unpackLists(filters[filter]) : []));
    unpacked.set(filter, made);
    return made;
  };
  const names = once(() =>
    numbers.firstName().map((_, row) => `${fact('firstName', row)}${fact('lastName', row)}`),
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

/** Positions in an order; rows without any of their own stand in it. */
function ranksOf<Facts extends CardFacts>(parts: readonly CardColumns<Facts>[], order: string) {
  return parts.flatMap(({ ranks, facts }) => {
    const own = ranks[order];
    return own ? unpackRanks(own) : [...unpackNumbers(facts.place).keys()];
  });
}

/** The words of names, facts and filters, of those in which words are looked for. */
function vocabularyOf<Card extends ListCard, Facts extends CardFacts>(
  kind: CardKind<Card, Facts>,
  file: CardFile<Facts>,
  names: readonly string[],
): ReadonlySet<string> {
  const ofFacts = Object.entries(kind.factTexts).flatMap(([name, textOf]) =>
    file.facts[name as keyof Facts].map((value) => (textOf as (value: unknown) => string)(value)),
  );
  const ofFilters = kind.filterTexts.flatMap((filter) => file.filters[filter] ?? []);
  return new Set([...names, ...ofFacts, ...ofFilters].flatMap(wordsOf));
}

/** Tests rows for a word in the name, in other values of the card, or in the longer text. */
function wordTests<Card extends ListCard, Facts extends CardFacts>(
  kind: CardKind<Card, Facts>,
  file: CardFile<Facts>,
  { numbers, lists, names, slugs }: Columns<Facts>,
): (word: string, texts?: ReadonlySet<string>) => RowTest {
  const plainNames = once(() => names().map(plain));
  const factTexts = Object.entries(kind.factTexts).map(([name, textOf]) => {
    const fact = name as keyof Facts;
    const text = textOf as (value: unknown) => string;
    return { fact, texts: once(() => file.facts[fact].map((value) => plain(text(value)))) };
  });
  const filterTexts = kind.filterTexts.map((filter) => ({
    filter,
    texts: once(() => (file.filters[filter] ?? []).map(plain)),
  }));
  return (word, found) => {
    const matches = meaningMatcher(word);
    const inName = plainNames();
    const inFacts = factTexts.map(({ fact, texts }) => {
      const [at, same] = [numbers[fact](), texts().map(matches)];
      return (row: number) => same[at[row] ?? -1] ?? false;
    });
    const inFilters = filterTexts.map(({ filter, texts }) => {
      const [all, same] = [lists(filter)(), texts().map(matches)];
      return (row: number) => all[row]?.some((value) => same[value]) ?? false;
    });
    const elsewhere = [...inFacts, ...inFilters];
    const ofSlug = found?.size ? slugs() : [];
    return (row) =>
      elsewhere.some((test) => test(row)) ||
      matches(inName[row] ?? '') ||
      (found?.has(ofSlug[row] ?? '') ?? false);
  };
}

/** Tests rows for a value that means the same as the one that is wanted. */
function filterTests<Card extends ListCard, Facts extends CardFacts>(
  { rules }: CardKind<Card, Facts>,
  file: CardFile<Facts>,
  { numbers, lists }: Columns<Facts>,
): (key: string, wanted: string) => RowTest {
  return (key, wanted) => {
    const isWanted = (value = '') => filterValue(value) === wanted;
    const nth = rules.placeKeys.indexOf(key);
    if (nth >= 0) {
      const same = file.facts.place.map(([, , , ...values]) => isWanted(values[nth]));
      const at = numbers.place();
      return (row) => same[at[row] ?? -1] ?? false;
    }
    const same = file.filters[key]?.map(isWanted) ?? [];
    const all = lists(key)();
    return (row) => all[row]?.some((value) => same[value]) ?? false;
  };
}

/** Rows by their ranks, which are all different in a group; the groups one after the other. */
export function inOrder(ranks: readonly number[], groupOf = (_row: number) => 0): number[] {
  const groups: number[][] = [];
  for (const [row, rank] of ranks.entries()) {
    const group = groups[groupOf(row)] ?? [];
    groups[groupOf(row)] = group;
    group[rank] = row;
  }
  // Without the holes of rows in other parts.
  return groups.flat();
}

function eachOnce<T>(made: Record<string, () => T>): Record<string, () => T> {
  return Object.fromEntries(Object.entries(made).map(([name, make]) => [name, once(make)]));
}
