import { upTo } from '#features/pictures/picture.ts';
import type { Picture } from '#features/pictures/picture-schema.ts';
import { variantsOf } from '#features/pictures/picture-variants.ts';
import { slugify } from '#lib/slug.ts';
import type { PackedLists, PackedRanks } from './packed-column.ts';

/** Lists that are searched in the browser. */
export const LISTS = ['artists', 'murals'] as const;
export type ListName = (typeof LISTS)[number];

/** Where the file of a list's cards is served: everything that it is filtered, sorted and drawn from. */
export const cardFile = (list: ListName) => `search/${list}.json`;

/** Up to so many cards are one file; more come in parts, each with those of some cities. */
export const SINGLE_FILE_CARDS = 20_000;

/** A picture by what its variants are named after; whole, where they are named in another way. */
export type PictureRef =
  | [...[hash: string, width: number, height: number, color: string], ...[focus?: [number, number]]]
  | Picture;

/** What the cards of every list say in few words. */
export interface CardFacts {
  /** The first word of the name, and the rest with the space before it: names repeat others in parts. */
  firstName: string;
  lastName: string;
  /** The rank is what `City A-Z` compares; then the values of filters that follow from the place. */
  place: [city: string | null, state: string | null, rank: number, ...values: string[]];
  featured: boolean;
}

export interface ArtistFacts extends CardFacts {
  rating: number;
  reviews: number;
  years: number | null;
  answers: number | null;
  /** Whether the only picture is the artist's portrait. */
  portrait: boolean;
}
export const ARTIST_FACTS = [
  'firstName',
  'lastName',
  'place',
  'rating',
  'reviews',
  'years',
  'answers',
  'featured',
  'portrait',
] as const satisfies readonly (keyof ArtistFacts)[];

export interface MuralFacts extends CardFacts {
  /** The name, and what the address says beyond it; just the name where that is nothing. */
  painter: string | [name: string, shortSlug: string] | null;
}
export const MURAL_FACTS = [
  'firstName',
  'lastName',
  'place',
  'featured',
  'painter',
] as const satisfies readonly (keyof MuralFacts)[];

/**
 * What cards show and what finds them: one value for each row. The rows of artists are sorted by name, since neighbors
 * compress; those of murals stand as the list does.
 */
export interface CardColumns<Facts extends CardFacts = CardFacts> {
  /** Numbers in the file's lists of each fact. */
  facts: Record<keyof Facts, string>;
  /** One a line: what follows the words of the name, or '/' and the whole. */
  slugs: string;
  /** Lists of numbers in the file's lists of values. */
  filters: { [filter: string]: PackedLists };
  /**
   * Positions among all rows in an order of the list; null where the rows stand in it. What is featured comes before
   * what is not, and so do the better rated: there a position is one among those who are alike.
   */
  ranks: { [order: string]: PackedRanks | null };
  /** Lists of numbers in the file's list of pictures; null where pictures are files of their own. */
  pictures: PackedLists | null;
}

export interface CardFile<Facts extends CardFacts = CardFacts> {
  /** Says which parts belong to it. */
  version: string;
  /** Each that is different. */
  facts: { [fact in keyof Facts]: Facts[fact][] };
  filters: { [filter: string]: string[] };
  pictures: PictureRef[];
  /** In how many files the pictures are, each row's by `shareOf` the slug; 0 where they are in this one. */
  pictureFiles: number;
  /** Null where they come in parts. */
  columns: CardColumns<Facts> | null;
  /** The cities of each part, by slug. */
  parts: (string | null)[][];
}

export interface CardPart<Facts extends CardFacts = CardFacts> {
  version: string;
  columns: CardColumns<Facts>;
}

/** By slug, the pictures of a card. */
export type PictureFile = Record<string, PictureRef[]>;

export const cardPartFile = (list: ListName, part: number) => `search/${list}-${part}.json`;
export const pictureFile = (list: ListName, files: number, file: number) =>
  `search/${list}-pictures-${files}-${file}.json`;

/** Whether a file belongs to a list. */
export const isFileOf = (list: ListName, file: string) =>
  file === cardFile(list) || file.startsWith(`search/${list}-`);

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

/** A picture of a card, whose variants go up to a width, as the file says it. */
export function shortPicture(picture: Picture, widest: number): PictureRef {
  const { width, height, color, sources } = picture;
  const hash = /^\/media\/([0-9a-f]+)-\d+\./.exec(sources[0]?.webp ?? '')?.[1];
  if (!hash) return picture;
  const short: PictureRef = [hash, width, height, color];
  const { focus } = picture;
  if (focus) short.push(focus);
  const named = ({ sources }: Picture) => sources.map((s) => [s.width, s.avif, s.webp, s.jpg]);
  return String(named(wholePicture(short, widest))) === String(named(picture)) ? short : picture;
}

/** The picture that `shortPicture` shortened. */
export function wholePicture(ref: PictureRef, widest: number): Picture {
  if (!Array.isArray(ref)) return ref;
  const [hash, width, height, color, focus] = ref;
  const picture = upTo(variantsOf(hash, { width, height, color }), widest);
  return { ...picture, ...(focus && { focus }) };
}
