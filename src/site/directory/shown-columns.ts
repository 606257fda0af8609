import type { ListedArtist } from '#features/artists/artist.ts';
import { CARD_COLUMNS } from '#features/artists/artist-card.ts';
import type { City } from '#features/cities/city.ts';
import { FILTER_KEYS, filterOf } from '#features/directory/search/artist-search.ts';
import type { ListName } from '#features/directory/search/card-file.ts';
import { MURAL_LISTS } from '#features/directory/search/mural-search.ts';
import type { Mural } from '#features/murals/mural.ts';
import type { MuralArtist } from '#features/murals/mural-artist.ts';
import { MURAL_CARD_COLUMNS } from '#features/murals/mural-card.ts';
import type { DirectoryChange, DirectoryRows, DirectoryTable } from './directory-change.ts';

type Columns<Row> = readonly (keyof Row)[];

/** What the page of a mural shows of its artist. */
export const MURAL_PAGES_SHOW: Columns<MuralArtist> = [
  'id',
  'name',
  'slug',
  'city',
  'state',
  'profile_photo',
  'unclaimed',
];

/** Every column that some filter looks at. */
export const FILTER_COLUMNS: Columns<ListedArtist> = FILTER_KEYS.flatMap(
  (key) => filterOf(key).columns,
);

const MURAL_FILTER_COLUMNS: Columns<Mural> = MURAL_LISTS.keys.flatMap(
  (key) => MURAL_LISTS.filterOf(key).columns,
);

/** What pages other than its own show of a row, and what decides about its place on them. */
export const LISTS_SHOW: { artists: Columns<ListedArtist>; murals: Columns<Mural> } = {
  artists: [...CARD_COLUMNS, ...FILTER_COLUMNS],
  murals: [
    ...MURAL_CARD_COLUMNS,
    ...MURAL_FILTER_COLUMNS,
    'gallery_images',
    'position',
    'latitude',
    'longitude',
  ],
};

type Listing = 'sitemap' | 'listPages' | `${ListName} ${'cards' | 'texts'}`;

/** How a city is called where something is in it. */
const PLACES: Columns<City> = ['slug', 'city_name', 'state'];

/** What the pictures of a mural show is searched too. */
const PICTURES = ['image_url', 'gallery_images', 'picture_details'] as const;

type ShownColumns = { [T in DirectoryTable]: Columns<DirectoryRows[T][number]> };

/** What lists of everything show of a row, where they show anything: they are made anew when one of these changes. */
const EVERYTHING_SHOWS: Record<Listing, Partial<ShownColumns>> = {
  sitemap: {
    artists: ['slug', 'city_slug', 'styles', 'profile_photo', 'portfolio_images', 'updated_at'],
    murals: ['slug', 'image_url', 'gallery_images', 'updated_at'],
    cities: ['slug'],
    reviews: ['artist_id', 'updated_at'],
    city_rules: ['city_slug', 'updated_at'],
  },
  'artists cards': { artists: [...LISTS_SHOW.artists, 'created_at'], cities: PLACES },
  'artists texts': { artists: ['slug', 'bio'], murals: ['artist_id', 'title', ...PICTURES] },
  'murals cards': {
    artists: ['name', 'slug'],
    murals: [...MURAL_CARD_COLUMNS, ...MURAL_FILTER_COLUMNS],
    cities: PLACES,
  },
  'murals texts': { murals: ['slug', 'description', ...PICTURES] },
  listPages: {
    artists: LISTS_SHOW.artists,
    murals: [...MURAL_CARD_COLUMNS, ...MURAL_FILTER_COLUMNS],
    cities: [...PLACES, 'description'],
  },
};

/** Whether a list of everything shows something else after the change. */
export function listingDiffers(list: Listing, change: DirectoryChange): boolean {
  return differs(change, EVERYTHING_SHOWS[list][change.table] ?? []);
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
