import type { ListedArtist } from '#domain/artist.ts';
import { CARD_COLUMNS } from '#domain/artist-card.ts';
import { FILTER_KEYS, filterOf } from '#domain/artist-search.ts';
import type { City } from '#domain/city.ts';
import type { DirectoryChange } from '#domain/directory-change.ts';
import type { Mural, MuralRedirect } from '#domain/mural.ts';
import type { PublicReview } from '#domain/public-review.ts';
import type { MuralArtist } from './directory-types.ts';

type Columns<Row> = readonly (keyof Row)[];

/** What the page of a mural shows of its artist. */
export const MURAL_PAGES_SHOW: Columns<MuralArtist> = [
  'id',
  'name',
  'slug',
  'city',
  'state',
  'profile_photo',
];

/** Every column that some filter looks at. */
export const FILTER_COLUMNS: Columns<ListedArtist> = FILTER_KEYS.flatMap(
  (key) => filterOf(key).columns,
);

/** What pages other than its own show of a row, and what decides about its place on them. */
export const LISTS_SHOW: { artists: Columns<ListedArtist>; murals: Columns<Mural> } = {
  artists: [...CARD_COLUMNS, ...FILTER_COLUMNS],
  murals: [
    'slug',
    'title',
    'city',
    'state',
    'city_slug',
    'image_url',
    'gallery_images',
    'artist_id',
    'position',
    'created_at',
  ],
};

/** What lists of everything show of a row: they are made anew when one of these changes. */
const EVERYTHING_SHOWS: {
  [list in 'sitemap' | 'cards' | 'search' | 'listPages']: {
    artists: Columns<ListedArtist>;
    murals: Columns<Mural>;
    cities: Columns<City>;
    reviews: Columns<PublicReview>;
    mural_redirects: Columns<MuralRedirect>;
  };
} = {
  sitemap: {
    artists: ['slug', 'city_slug', 'styles', 'profile_photo', 'portfolio_images', 'updated_at'],
    murals: ['slug', 'image_url', 'gallery_images', 'updated_at'],
    cities: ['slug'],
    reviews: ['artist_id', 'updated_at'],
    mural_redirects: [],
  },
  cards: {
    artists: [...CARD_COLUMNS, ...FILTER_COLUMNS, 'created_at'],
    murals: [],
    cities: [],
    reviews: [],
    mural_redirects: [],
  },
  search: { artists: ['slug', 'bio'], murals: [], cities: [], reviews: [], mural_redirects: [] },
  listPages: {
    artists: [...CARD_COLUMNS, ...FILTER_COLUMNS],
    murals: [],
    cities: ['slug', 'city_name', 'state', 'description'],
    reviews: [],
    mural_redirects: [],
  },
};

/** Whether a list of everything shows something else after the change. */
export function listingDiffers(
  list: keyof typeof EVERYTHING_SHOWS,
  change: DirectoryChange,
): boolean {
  return differs(change, EVERYTHING_SHOWS[list][change.table]);
}

/** Whether the row came, went or changed in one of these columns. */
export function differs(
  { old, new: now }: { old: object | null; new: object | null },
  columns: readonly string[],
): boolean {
  if (columns.length === 0 || (!old && !now)) return false;
  if (!old || !now) return true;
  const [before, after] = [old, now] as [Record<string, unknown>, Record<string, unknown>];
  return columns.some((column) => shown(column, before) !== shown(column, after));
}

/** Of the time of a change, pages name the day. */
const shown = (column: string, row: Record<string, unknown>) =>
  column === 'updated_at' ? String(row[column]).slice(0, 10) : JSON.stringify(row[column]);
