import { createHash } from 'node:crypto';
import type { ListedArtist } from '#domain/artist.ts';
import { type ArtistCardData, artistCard } from '#domain/artist-card.ts';
import { compareCities, eachFilter, filterOf } from '#domain/artist-search.ts';
import {
  CARD_FACTS,
  CARD_FILE,
  type CardColumns,
  type CardFacts,
  type CardFile,
  type CardPart,
  cardPartFile,
  LIST_FILTERS,
  type PictureFile,
  type PictureRef,
  PLACE_FILTERS,
  pictureFile,
  SINGLE_FILE_ARTISTS,
  shortPicture,
  shortSlug,
} from '#domain/card-file.ts';
import { packLists, packNumbers, packRanks } from '#domain/packed-column.ts';
import type { Picture } from '#domain/picture.ts';
import { shareOf, sharesFor } from '#domain/shares.ts';
import { Numbers } from './numbers.ts';
import type { Site } from './scope.ts';

/** Where a directory has too many pictures for one file, so many artists share one, which is a kilobyte. */
const ARTISTS_PER_PICTURE_FILE = 40;
/** As many different pictures as the file of cards may hold: 13 bytes each, which do not compress. */
const MOST_PICTURES = 1000;
const ROWS_AT_ONCE = 500;
/** How large a part is, but for the last city in it. */
const PART_ARTISTS = 4000;

const LIMITS = { single: SINGLE_FILE_ARTISTS, pictures: MOST_PICTURES };

/**
 * The files that lists of artists are searched, sorted and drawn from in the browser (src/domain/card-file.ts), by
 * where they are served. The one that the others are found by is the last. Whoever has other things to do does them
 * whenever this yields; what changes meanwhile is not in the files.
 */
export function* cardFiles(
  { directory, media }: Site,
  limits = LIMITS,
): Generator<void, Map<string, string>> {
  const artists = [...directory.artistsInOrder('name')];
  const ranks = {
    featured: ranksOf(
      directory.artistsInOrder('featured'),
      (a) => a.average_rating + Number(a.featured) * 1e6,
    ),
    newest: ranksOf(directory.artistsInOrder('newest')),
  };
  const cards: ArtistCardData[] = [];
  for (const artist of artists) {
    if (cards.push(artistCard(artist, media.picture)) % ROWS_AT_ONCE === 0) yield;
  }
  const single = artists.length <= limits.single;
  const parts = single ? [{ cities: [], rows: [...artists.keys()] }] : partsOf(artists);
  const cityRanks = cityRanksOf(artists);
  const facts = Object.fromEntries(
    CARD_FACTS.map((fact) => [fact, new Numbers<CardFacts[typeof fact]>()]),
  );
  const values = eachFilter(() => new Numbers<string>());
  const pictures = picturesOf(cards, limits.pictures);

  function* columnsOf(rows: readonly number[]): Generator<void, CardColumns> {
    const each = <T>(value: (artist: ListedArtist, card: ArtistCardData) => T) =>
      rows.map((row) => value(artists[row] as ListedArtist, cards[row] as ArtistCardData));
    yield;
    const all = each((artist, card) => factsOf(artist, card, cityRanks));
    const packed = CARD_FACTS.map((fact) => [
      fact,
      packNumbers(all.map((each) => facts[fact]?.of(each[fact]) ?? 0)),
    ]);
    yield;
    const filters = LIST_FILTERS.map((key) => {
      const numbersOf = (artist: ListedArtist) =>
        filterOf(key)
          .valuesOf(artist)
          .map(({ value }) => values[key].of(value));
      return [key, packLists(each(numbersOf))];
    });
    yield;
    return {
      facts: Object.fromEntries(packed),
      slugs: each(({ name, slug }) => shortSlug(name, slug)).join('\n'),
      filters: Object.fromEntries(filters),
      ranks: {
        name: single ? null : packRanks(rows),
        featured: packRanks(each(({ id }) => ranks.featured.get(id) ?? 0)),
        newest: packRanks(each(({ id }) => ranks.newest.get(id) ?? 0)),
      },
      pictures: pictures.inline && packLists(rows.map((row) => pictures.inline[row] ?? [])),
    };
  }

  const columns: CardColumns[] = [];
  for (const { rows } of parts) columns.push(yield* columnsOf(rows));
  const file: Omit<CardFile, 'version'> = {
    facts: Object.fromEntries(
      CARD_FACTS.map((fact) => [fact, facts[fact]?.list]),
    ) as CardFile['facts'],
    filters: Object.fromEntries(LIST_FILTERS.map((key) => [key, values[key].list])),
    pictures: pictures.refs,
    pictureFiles: pictures.files.length,
    columns: single ? (columns[0] ?? null) : null,
    parts: single ? [] : parts.map(({ cities }) => cities),
  };
  const version = single ? '' : digest([file, columns]);
  return new Map([
    ...pictures.files.map(
      (each, i) => [pictureFile(pictures.files.length, i), JSON.stringify(each)] as const,
    ),
    ...file.parts.map((_, i) => {
      const part: CardPart = { version, columns: columns[i] as CardColumns };
      return [cardPartFile(i), JSON.stringify(part)] as const;
    }),
    [CARD_FILE, JSON.stringify({ version, ...file } satisfies CardFile)],
  ]);
}

/** Positions, by id; of each group their own. */
function ranksOf(artists: readonly ListedArtist[], groupOf = (_: ListedArtist) => 0) {
  const sizes = new Map<number, number>();
  return new Map(
    artists.map((artist) => {
      const rank = sizes.get(groupOf(artist)) ?? 0;
      sizes.set(groupOf(artist), rank + 1);
      return [artist.id, rank];
    }),
  );
}

function factsOf(
  artist: ListedArtist,
  { name, city, state, rating, reviews, years, featured, portrait }: ArtistCardData,
  cityRanks: ReadonlyMap<string | null, number>,
): CardFacts {
  const [firstName = ''] = name.split(' ', 1);
  const values = PLACE_FILTERS.map((key) => filterOf(key).valuesOf(artist)[0]?.value ?? '');
  return {
    firstName,
    lastName: name.slice(firstName.length),
    place: [city, state, cityRanks.get(city) ?? 0, ...values],
    ...{ rating, reviews, years, featured, portrait },
  };
}

/** Where cities come in `City A-Z`; of those that compare alike, the first one's place. */
function cityRanksOf(artists: readonly ListedArtist[]): ReadonlyMap<string | null, number> {
  const cities = [...new Set(artists.map(({ city }) => city))].sort(compareCities);
  const first = (at: number): number =>
    at > 0 && compareCities(cities[at - 1] ?? null, cities[at] ?? null) === 0 ? first(at - 1) : at;
  return new Map(cities.map((city, at) => [city, first(at)]));
}

/** The pictures of all cards: in the file of cards where they are few, in files of their own where they are many. */
function picturesOf(cards: readonly ArtistCardData[], most: number) {
  const different = new Numbers<Picture>();
  const inline = cards.map(({ pictures }) => pictures.map((picture) => different.of(picture)));
  const refs = different.list.map(shortPicture);
  if (refs.length <= most) return { refs, inline, files: [] };
  const length = sharesFor(cards.length, ARTISTS_PER_PICTURE_FILE);
  const files = Array.from({ length }, (): PictureFile => ({}));
  for (const [row, { slug }] of cards.entries()) {
    const found = (inline[row] ?? []).map((n) => refs[n] as PictureRef);
    const target = files[shareOf(slug, length)];
    if (target && found.length > 0) target[slug] = found;
  }
  return { refs: [], inline: null, files };
}

/** Rows of whole cities, until a part is large enough. */
function partsOf(artists: readonly ListedArtist[]) {
  const byCity = new Map<string | null, number[]>();
  for (const [row, { city_slug }] of artists.entries()) {
    const rows = byCity.get(city_slug) ?? [];
    byCity.set(city_slug, rows);
    rows.push(row);
  }
  const parts: { cities: (string | null)[]; rows: number[] }[] = [];
  for (const city of [...byCity.keys()].sort()) {
    const last = parts.at(-1);
    const rows = byCity.get(city) ?? [];
    if (last && last.rows.length < PART_ARTISTS) {
      last.cities.push(city);
      last.rows.push(...rows);
    } else parts.push({ cities: [city], rows: [...rows] });
  }
  return parts;
}

const digest = (value: object) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12);
