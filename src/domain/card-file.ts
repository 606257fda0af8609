import { FILTER_KEYS, type FilterKey, filterOf } from './artist-search.ts';
import { CARD_PICTURE_WIDTH } from './limits.ts';
import type { PackedLists, PackedRanks } from './packed-column.ts';
import { upTo } from './picture.ts';
import type { Picture } from './picture-schema.ts';
import { variantsOf } from './picture-variants.ts';
import { slugify } from './slug.ts';

/** Where the file of cards is served: everything that lists of artists are filtered, sorted and drawn from. */
export const CARD_FILE = 'search/artists.json';
/** Up to so many artists are one file; more come in parts, each with the artists of some cities. */
export const SINGLE_FILE_ARTISTS = 20_000;

/** A picture by what its variants are named after; whole, where they are named in another way. */
export type PictureRef = [hash: string, width: number, height: number, color: string] | Picture;

/** What cards say of an artist in few words. */
export interface CardFacts {
  /** The first word of the name, and the rest with the space before it: names repeat others in parts. */
  firstName: string;
  lastName: string;
  /** The rank is what `City A-Z` compares; then the values of filters that follow from the place. */
  place: [city: string | null, state: string | null, rank: number, ...values: string[]];
  rating: number;
  reviews: number;
  years: number | null;
  featured: boolean;
  /** Whether the only picture is the artist's portrait. */
  portrait: boolean;
}
export const CARD_FACTS = [
  'firstName',
  'lastName',
  'place',
  'rating',
  'reviews',
  'years',
  'featured',
  'portrait',
] as const satisfies readonly (keyof CardFacts)[];
export const PLACE_FILTERS = FILTER_KEYS.filter((key) => filterOf(key).isPlace);
/** Those whose values are columns of their own. */
export const LIST_FILTERS = FILTER_KEYS.filter((key) => !filterOf(key).isPlace);

/** What cards show and what finds them: one value for each artist. Sorted by name: neighbours compress. */
export interface CardColumns {
  /** Numbers in the file's lists of each fact. */
  facts: Record<keyof CardFacts, string>;
  /** One a line: what follows the words of the name, or '/' and the whole. */
  slugs: string;
  /** Lists of numbers in the file's lists of values. */
  filters: { [key in FilterKey]?: PackedLists };
  /**
   * Positions among all artists, of `Featured First` among those who are featured and rated alike; no names' where the
   * columns have all of them, sorted by name. `City A-Z` is the order of places, then of names.
   */
  ranks: { name: PackedRanks | null; featured: PackedRanks; newest: PackedRanks };
  /** Lists of numbers in the file's list of pictures; null where pictures are files of their own. */
  pictures: PackedLists | null;
}

export interface CardFile {
  /** Says which parts belong to it. */
  version: string;
  /** Each that is different. */
  facts: { [fact in keyof CardFacts]: CardFacts[fact][] };
  filters: { [key in FilterKey]?: string[] };
  pictures: PictureRef[];
  /** In how many files the pictures are, each artist's by `shareOf` the slug; 0 where they are in this one. */
  pictureFiles: number;
  /** Null where they come in parts. */
  columns: CardColumns | null;
  /** The cities of each part, by slug. */
  parts: (string | null)[][];
}

export interface CardPart {
  version: string;
  columns: CardColumns;
}

/** By slug, the pictures of a card. */
export type PictureFile = Record<string, PictureRef[]>;

export const cardPartFile = (part: number) => `search/artists-${part}.json`;
export const pictureFile = (files: number, file: number) => `search/pictures-${files}-${file}.json`;

/** What a slug says beyond the name. */
export function shortSlug(name: string, slug: string): string {
  const words = slugify(name);
  const rest = slug.slice(words.length);
  return words && slug.startsWith(words) && !rest.startsWith('/') ? rest : `/${slug}`;
}

/** The slug that `shortSlug` shortened. */
export function wholeSlug(name: string, short: string): string {
  return short.startsWith('/') ? short.slice(1) : slugify(name) + short;
}

/** A picture of a card as the file says it. */
export function shortPicture(picture: Picture): PictureRef {
  const { width, height, color, sources } = picture;
  const hash = /^\/media\/([0-9a-f]+)-\d+\./.exec(sources[0]?.webp ?? '')?.[1];
  if (!hash) return picture;
  const short: PictureRef = [hash, width, height, color];
  const named = ({ sources }: Picture) => sources.map((s) => [s.width, s.avif, s.webp, s.jpg]);
  return String(named(wholePicture(short))) === String(named(picture)) ? short : picture;
}

/** The picture that `shortPicture` shortened. */
export function wholePicture(ref: PictureRef): Picture {
  if (!Array.isArray(ref)) return ref;
  const [hash, width, height, color] = ref;
  return upTo(variantsOf(hash, { width, height, color }), CARD_PICTURE_WIDTH);
}
