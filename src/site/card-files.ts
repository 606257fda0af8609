import { createHash } from 'node:crypto';
import { compareCities } from '#features/directory/search/artist-search.ts';
import {
  type CardColumns,
  type CardFacts,
  type CardFile,
  type CardPart,
  cardFile,
  cardPartFile,
  type ListName,
  type PictureFile,
  type PictureRef,
  pictureFile,
  SINGLE_FILE_CARDS,
  shortPicture,
  shortSlug,
} from '#features/directory/search/card-file.ts';
import { packLists, packNumbers, packRanks } from '#features/directory/search/packed-column.ts';
import { shareOf, sharesFor } from '#features/directory/search/shares.ts';
import type { Picture } from '#features/pictures/picture.ts';
import {
  ARTIST_CARD_FILES,
  type CardFileKind,
  type DrawnCard,
  type ListedRow,
  MURAL_CARD_FILES,
} from './card-kinds.ts';
import { Numbers } from './numbers.ts';
import type { Site } from './scope.ts';

/** Where a list has too many pictures for one file, so many cards share one, which is a kilobyte. */
const CARDS_PER_PICTURE_FILE = 40;

/** As many different pictures as the file of cards may hold: 13 bytes each, which do not compress. */
const MOST_PICTURES = 1000;
const ROWS_AT_ONCE = 500;

/** How large a part is, but for the last city in it. */
const PART_CARDS = 4000;

const LIMITS = { single: SINGLE_FILE_CARDS, pictures: MOST_PICTURES };

/**
 * The files that a list is searched, sorted and drawn from in the browser (src/features/directory/search/card-file.ts), by where they are
 * served. The one that the others are found by is the last. The caller does its other work whenever this
 * yields; what changes meanwhile is not in the files.
 */
export function cardFiles(
  list: ListName,
  site: Site,
  limits = LIMITS,
): Generator<void, Map<string, string>> {
  return list === 'artists'
    ? filesOf(ARTIST_CARD_FILES, site, limits)
    : filesOf(MURAL_CARD_FILES, site, limits);
}

function* filesOf<Row extends ListedRow, Card extends DrawnCard, Facts extends CardFacts>(
  kind: CardFileKind<Row, Card, Facts>,
  { directory, media }: Site,
  limits: typeof LIMITS,
): Generator<void, Map<string, string>> {
  const { list, rules } = kind;
  const rows = [...kind.rows(directory)];
  const ranks = kind.ranks(directory);
  const cards: Card[] = [];
  for (const row of rows) {
    if (cards.push(kind.card(row, directory, media)) % ROWS_AT_ONCE === 0) yield;
  }
  const single = rows.length <= limits.single;
  const parts = single ? [{ cities: [], rows: [...rows.keys()] }] : partsOf(rows);
  const cityRanks = cityRanksOf(cards);
  const facts = new Map(kind.facts.map((fact) => [fact, new Numbers<unknown>()]));
  const values = rules.each(() => new Numbers<string>());
  const pictures = picturesOf(cards, kind.widest, limits.pictures);

  function factsOf(row: Row, card: Card): CardFacts {
    const [firstName = ''] = card.name.split(' ', 1);
    const { city, state, featured } = card;
    const found = rules.placeKeys.map((key) => rules.filterOf(key).valuesOf(row)[0]?.value ?? '');
    return {
      firstName,
      lastName: card.name.slice(firstName.length),
      place: [city, state, cityRanks.get(city) ?? 0, ...found],
      featured,
      ...kind.factsOf(card),
    };
  }

  function* columnsOf(numbers: readonly number[]): Generator<void, CardColumns<Facts>> {
    const each = <T>(value: (row: Row, card: Card) => T) =>
      numbers.map((n) => value(rows[n] as Row, cards[n] as Card));
    yield;
    const all = each(factsOf) as Facts[];
    const packed = kind.facts.map((fact) => [
      fact,
      packNumbers(all.map((each) => facts.get(fact)?.of(each[fact]) ?? 0)),
    ]);
    yield;
    const filters = rules.listKeys.map((key) => {
      const numbersOf = (row: Row) =>
        rules
          .filterOf(key)
          .valuesOf(row)
          .map(({ value }) => values[key]?.of(value) ?? 0);
      return [key, packLists(each(numbersOf))];
    });
    yield;
    const ranked = Object.entries(ranks).map(([order, of]) => [
      order,
      packRanks(each(({ id }) => of.get(id) ?? 0)),
    ]);
    return {
      facts: Object.fromEntries(packed),
      slugs: each(({ slug }, { name }) => shortSlug(name, slug)).join('\n'),
      filters: Object.fromEntries(filters),
      ranks: { [kind.order]: single ? null : packRanks(numbers), ...Object.fromEntries(ranked) },
      pictures: pictures.inline && packLists(numbers.map((n) => pictures.inline[n] ?? [])),
    };
  }

  const columns: CardColumns<Facts>[] = [];
  for (const part of parts) columns.push(yield* columnsOf(part.rows));
  const file: Omit<CardFile<Facts>, 'version'> = {
    facts: Object.fromEntries(
      kind.facts.map((fact) => [fact, facts.get(fact)?.list]),
    ) as CardFile<Facts>['facts'],
    filters: Object.fromEntries(rules.listKeys.map((key) => [key, values[key]?.list ?? []])),
    pictures: pictures.refs,
    pictureFiles: pictures.files.length,
    columns: single ? (columns[0] ?? null) : null,
    parts: single ? [] : parts.map(({ cities }) => cities),
  };
  const version = single ? '' : digest([file, columns]);
  return new Map([
    ...pictures.files.map(
      (each, i) => [pictureFile(list, pictures.files.length, i), JSON.stringify(each)] as const,
    ),
    ...file.parts.map((_, i) => {
      const part: CardPart<Facts> = { version, columns: columns[i] as CardColumns<Facts> };
      return [cardPartFile(list, i), JSON.stringify(part)] as const;
    }),
    [cardFile(list), JSON.stringify({ version, ...file } satisfies CardFile<Facts>)],
  ]);
}

/** Where cities come in `City A-Z`; of those that compare alike, the first one's place. */
function cityRanksOf(cards: readonly DrawnCard[]): ReadonlyMap<string | null, number> {
  const cities = [...new Set(cards.map(({ city }) => city))].sort(compareCities);
  const first = (at: number): number =>
    at > 0 && compareCities(cities[at - 1] ?? null, cities[at] ?? null) === 0 ? first(at - 1) : at;
  return new Map(cities.map((city, at) => [city, first(at)]));
}

/** The pictures of all cards: in the file of cards where they are few, in files of their own where they are many. */
function picturesOf(cards: readonly DrawnCard[], widest: number, most: number) {
  const different = new Numbers<Picture>();
  const inline = cards.map(({ pictures }) => pictures.map((picture) => different.of(picture)));
  const refs = different.list.map((picture) => shortPicture(picture, widest));
  if (refs.length <= most) return { refs, inline, files: [] };
  const length = sharesFor(cards.length, CARDS_PER_PICTURE_FILE);
  const files = Array.from({ length }, (): PictureFile => ({}));
  for (const [row, { slug }] of cards.entries()) {
    const found = (inline[row] ?? []).map((n) => refs[n] as PictureRef);
    const target = files[shareOf(slug, length)];
    if (target && found.length > 0) target[slug] = found;
  }
  return { refs: [], inline: null, files };
}

/** Rows of whole cities, until a part is large enough. */
function partsOf(all: readonly ListedRow[]) {
  const byCity = new Map<string | null, number[]>();
  for (const [row, { city_slug }] of all.entries()) {
    const rows = byCity.get(city_slug) ?? [];
    byCity.set(city_slug, rows);
    rows.push(row);
  }
  const parts: { cities: (string | null)[]; rows: number[] }[] = [];
  for (const city of [...byCity.keys()].sort()) {
    const last = parts.at(-1);
    const rows = byCity.get(city) ?? [];
    if (last && last.rows.length < PART_CARDS) {
      last.cities.push(city);
      last.rows.push(...rows);
    } else parts.push({ cities: [city], rows: [...rows] });
  }
  return parts;
}

const digest = (value: object) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12);
