import type { ListedArtist } from '#domain/artist.ts';
import { CARD_COLUMNS, cardColumns } from '#domain/artist-card.ts';
import { FILTER_KEYS, filterOf } from '#domain/artist-search.ts';
import type { City } from '#domain/city.ts';
import type { DirectoryChange } from '#domain/directory-change.ts';
import type { CardMural, Mural } from '#domain/mural.ts';
import type { Directory } from './directory.ts';
import type { MuralArtist } from './directory-types.ts';
import { filterMenus } from './facets.ts';
import { nearCities } from './near.ts';

/**
 * What each kind of page shows of the directory: pages whose answer is the same before and after a change stay the same
 * too. Whoever shows something more on a page adds it here; a property test compares with full builds.
 */
export const CONTENTS = {
  home: (directory: Directory) => [
    directory.featuredArtists().map((artist) => [...cardColumns(artist), artist.portfolio_images]),
    directory.recentMurals().map(muralCard),
    directory.popularStyles(),
    directory.cities().map((c) => [c.slug, c.city_name, c.artist_count, c.cover_photo]),
  ],
  artists: (directory: Directory) => {
    const { artists, total } = directory.artistList();
    return [artists.map(cardColumns), total, filterMenus(directory)];
  },
  artist: (directory: Directory, slug: string) => {
    const artist = directory.artist(slug);
    if (!artist) return null;
    const murals = directory.muralsOf(artist.id);
    const shown = murals.map((mural) => [...muralCard(mural), mural.gallery_images]);
    return [{ ...artist, updated_at: '' }, shown];
  },
  mural: (directory: Directory, slug: string) => {
    const found = directory.mural(slug);
    if (!found) return null;
    const { mural, artist } = found;
    const by = artist && [artist.id, artist.name, artist.slug, artist.city, artist.state];
    return [{ ...mural, updated_at: '' }, by, artist?.profile_photo];
  },
  city: (directory: Directory, slug: string) => {
    const page = directory.cityPage(slug);
    if (!page) return null;
    const { name, state, city, artists, total, styles } = page;
    return [
      [name, state, city?.city_name, city?.description, city?.cover_photo],
      artists.map(cardColumns),
      total,
      directory.muralsIn(slug).map(muralCard),
      styles,
      nearCities(slug, directory.cities()).map((near) => [near.slug, near.city_name]),
      filterMenus(directory, { inCity: true }),
    ];
  },
  cityStyle: (directory: Directory, city: string, style: string) => {
    const page = directory.cityStylePage(city, style);
    if (!page) return null;
    const { artists, ...others } = page;
    const { slug, name, state } = page.city;
    const shown = artists.map((artist) => [...cardColumns(artist), artist.portfolio_images]);
    return [shown, { ...others, city: [slug, name, state] }];
  },
  serviceAreas: (directory: Directory) =>
    directory.cities().map(({ id: _, created_at: __, ...shown }) => shown),
  quote: (directory: Directory) => directory.cities().map((city) => city.city_name),
  feed: (directory: Directory) =>
    directory.feed().map((m) => [m.slug, m.title, m.description, m.image_url, m.created_at]),
  llms: (directory: Directory) =>
    directory.cities().map((c) => [c.slug, c.city_name, c.state, c.description]),
};

const muralCard = ({ slug, title, city, state, image_url }: CardMural) => [
  slug,
  title,
  city,
  state,
  image_url,
];

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
    'created_at',
  ],
};

/** What lists of everything show of a row: they are made anew when one of these changes. */
const EVERYTHING_SHOWS: {
  [list in 'sitemap' | 'cards' | 'search' | 'listPages']: {
    artists: Columns<ListedArtist>;
    murals: Columns<Mural>;
    cities: Columns<City>;
  };
} = {
  sitemap: {
    artists: ['slug', 'city_slug', 'styles', 'profile_photo', 'portfolio_images', 'updated_at'],
    murals: ['slug', 'image_url', 'gallery_images', 'updated_at'],
    cities: ['slug'],
  },
  cards: {
    artists: [...CARD_COLUMNS, ...FILTER_COLUMNS, 'created_at'],
    murals: [],
    cities: [],
  },
  search: { artists: ['slug', 'bio'], murals: [], cities: [] },
  listPages: {
    artists: [...CARD_COLUMNS, ...FILTER_COLUMNS],
    murals: [],
    cities: ['slug', 'city_name', 'state', 'description'],
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
