import { createHash } from 'node:crypto';
import type { ListedArtist } from '#domain/artist.ts';
import { type ArtistCardData, artistCard } from '#domain/artist-card.ts';
import {
  COMPARATORS,
  eachFilter,
  FILTER_KEYS,
  type FilterKey,
  filterOf,
} from '#domain/artist-search.ts';
import {
  CARD_FILE,
  type CardColumns,
  type CardFile,
  type CardPart,
  type CardPlace,
  cardPartFile,
  type PictureFile,
  type PictureRef,
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

interface Limits {
  single: number;
  pictures: number;
}
const LIMITS: Limits = { single: SINGLE_FILE_ARTISTS, pictures: MOST_PICTURES };

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
  const places = placesOf(artists);
  const [firstNames, lastNames] = [new Numbers<string>(), new Numbers<string>()];
  const values = eachFilter(() => new Numbers<string>());
  const [ratings, years] = [new Numbers<number>(), new Numbers<number | null>()];
  const pictures = picturesOf(cards, limits.pictures);

  yield;

  function* columnsOf(rows: readonly number[]): Generator<void, CardColumns> {
    const each = <T>(value: (artist: ListedArtist) => T) =>
      rows.map((row) => value(artists[row] as ListedArtist));
    const numbers = (value: (artist: ListedArtist) => number) => packNumbers(each(value));
    const { inline } = pictures;
    const slugs = each((artist) => shortSlug(artist.name, artist.slug)).join('\n');
    yield;
    const filters = FILTER_KEYS.filter((key) => !filterOf(key).isPlace).map((key) => [
      key,
      packLists(
        each((artist) =>
          filterOf(key)
            .valuesOf(artist)
            .map(({ value }) => values[key].of(value)),
        ),
      ),
    ]);
    yield;
    return {
      firstNames: numbers(({ name }) => firstNames.of(wordsOf(name)[0])),
      lastNames: numbers(({ name }) => lastNames.of(wordsOf(name)[1])),
      slugs,
      places: numbers((artist) => places.numbers.get(placeKey(artist)) ?? 0),
      ratings: numbers((artist) => ratings.of(artist.average_rating)),
      years: numbers((artist) => years.of(artist.years_experience)),
      filters: Object.fromEntries(filters),
      featured: numbers((artist) => Number(artist.featured)),
      portraits: packNumbers(rows.map((row) => Number(cards[row]?.portrait))),
      ranks: {
        name: single ? null : packRanks(rows),
        featured: packRanks(each(({ id }) => ranks.featured.get(id) ?? 0)),
        newest: packRanks(each(({ id }) => ranks.newest.get(id) ?? 0)),
      },
      pictures: inline && packLists(rows.map((row) => inline[row] ?? [])),
    };
  }

  const columns: CardColumns[] = [];
  for (const { rows } of parts) columns.push(yield* columnsOf(rows));
  const file: Omit<CardFile, 'version'> = {
    total: artists.length,
    firstNames: firstNames.list,
    lastNames: lastNames.list,
    places: places.list,
    filters: eachFilter((key) => (filterOf(key).isPlace ? places.valuesOf(key) : values[key].list)),
    ratings: ratings.list,
    years: years.list,
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

/** Names repeat others in parts: the first word, and the rest with the space before it. */
function wordsOf(name: string): [first: string, rest: string] {
  const first = name.split(' ', 1)[0] ?? '';
  return [first, name.slice(first.length)];
}

const placeKey = ({ city, state, city_slug }: ListedArtist) =>
  JSON.stringify([city, state, city_slug]);

/** Places in the order of `City A-Z`. */
function placesOf(artists: readonly ListedArtist[]) {
  const distinct = new Map(artists.map((artist) => [placeKey(artist), artist]));
  // As the domain compares two artists who differ in their city alone.
  const at = (artist: ListedArtist) => ({ ...artist, id: '', name: '' });
  const compare = (a: ListedArtist, b: ListedArtist) => COMPARATORS.city(at(a), at(b));
  const sorted = [...distinct.values()].sort(compare);
  const list: CardPlace[] = [];
  for (const [i, artist] of sorted.entries()) {
    const before = sorted[i - 1];
    const rank = before && compare(before, artist) === 0 ? (list[i - 1]?.[2] ?? 0) : i;
    list.push([artist.city, artist.state, rank]);
  }
  return {
    list,
    numbers: new Map(sorted.map((artist, i) => [placeKey(artist), i])),
    /** Of a filter that goes by place. */
    valuesOf: (key: FilterKey) =>
      sorted.map((artist) => filterOf(key).valuesOf(artist)[0]?.value ?? ''),
  };
}

/** The pictures of all cards: in the file of cards where they are few, in files of their own where they are many. */
function picturesOf(cards: readonly ArtistCardData[], most: number) {
  const different = new Numbers<Picture>();
  const inline = cards.map(({ pictures }) =>
    pictures.map((picture) => different.of(picture, keyOf(picture))),
  );
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

/** A picture is made once, under names of its own. */
const keyOf = ({ sources, width, height }: Picture) => `${sources[0]?.webp} ${width} ${height}`;

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
