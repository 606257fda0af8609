import { paths } from '#config/paths.ts';
import { cardColumns } from '#features/artists/artist-card.ts';
import type { CardMural } from '#features/murals/mural.ts';
import { muralColumns } from '#features/murals/mural-card.ts';
import { focusOf } from '#features/pictures/picture.ts';
import { type PublicReview, ratingSpread } from '#features/requests/reviews/public-review.ts';
import { milesLabel } from '#lib/format.ts';
import { busiestCities } from './busiest-cities.ts';
import { styleSlugs } from './city-styles.ts';
import type { Directory } from './directory/directory.ts';
import type { DirectoryChange } from './directory/directory-change.ts';
import { differs, LISTS_SHOW, MURAL_PAGES_SHOW } from './directory/shown-columns.ts';
import { filterMenus, muralMenus } from './facets.ts';
import { listPage, muralListPage } from './list-pages.ts';
import { nearCities } from './near-cities.ts';
import { shownSince } from './orders.ts';
import { newestReviews } from './reviews.ts';

/**
 * What each kind of page shows of the directory: pages whose answer is the same before and after a change stay the same
 * too. Something more on a page is added here; a property test compares with full builds.
 */
export const CONTENTS = {
  home: (directory: Directory) => [
    directory
      .featuredArtists()
      .map((one) => [...cardColumns(one), one.portfolio_images, one.picture_details]),
    directory.recentMurals().map((mural) => [...muralCard(mural), altOf(mural)]),
    directory.popularStyles(),
    directory.cities().map((c) => [c.slug, c.city_name, c.artist_count, c.cover_photo]),
  ],
  artists: (directory: Directory) => {
    const page = listPage(directory, 1);
    return [page?.artists.map(cardColumns), page?.total, filterMenus(directory)];
  },
  murals: (directory: Directory) => {
    const page = muralListPage(directory, 1);
    return [page?.murals.map(muralColumns), page?.total, muralMenus(directory)];
  },
  artist: (directory: Directory, slug: string) => {
    const artist = directory.artist(slug);
    if (!artist) return null;
    const murals = directory.muralsOf(artist.id);
    const shown = murals.map((mural) => [
      ...muralCard(mural),
      mural.gallery_images,
      mural.picture_details,
    ]);
    const reviews = directory.reviewsOf(artist.id);
    return [{ ...artist, updated_at: '' }, shown, reviewsSummary(reviews)];
  },
  reviews: (directory: Directory, slug: string) => {
    const page = directory.reviewsPage(slug);
    if (!page) return null;
    const { name, city, state, average_rating, review_count } = page.artist;
    return [
      [name, city, state, average_rating, review_count],
      [page.artist.portfolio_images, page.artist.profile_photo, page.artist.picture_details],
      page.reviews.map(shownReview),
    ];
  },
  mural: (directory: Directory, slug: string) => {
    const found = directory.mural(slug);
    if (!found) return directory.movedMural(slug);
    const { mural, artist } = found;
    const by = artist && [artist.id, artist.name, artist.slug, artist.city, artist.state];
    const near = directory
      .nearMurals(mural)
      .map(({ mural: other, miles }) => [muralCard(other), milesLabel(miles)]);
    return [{ ...mural, updated_at: '' }, by, artist?.profile_photo, artist?.unclaimed, near];
  },
  city: (directory: Directory, slug: string) => {
    const page = directory.cityPage(slug);
    if (!page) return directory.movedCity(slug);
    const { name, state, city, artists, total, styles } = page;
    return [
      [name, state, city?.city_name, city?.description, city?.cover_photo],
      artists.map(cardColumns),
      total,
      directory.muralsIn(slug).map(muralCard),
      directory.allMuralsIn(slug).length,
      styles,
      nearCities(slug, directory.cities()).map((near) => [near.slug, near.city_name]),
      filterMenus(directory, { inCity: true }),
      directory.permits(slug) !== null,
    ];
  },
  permits: (directory: Directory, slug: string) => {
    const guide = directory.permits(slug);
    if (!guide) return directory.movedPermits(slug);
    const { city, rules } = guide;
    return [city.city_name, city.state, rules.map((rule) => ({ ...rule, updated_at: '' }))];
  },
  cityStyle: (directory: Directory, city: string, style: string) => {
    const page = directory.cityStylePage(city, style);
    if (!page) return null;
    const { artists, ...others } = page;
    const { slug, name, state } = page.city;
    const shown = artists.map((artist) => [...cardColumns(artist), artist.portfolio_images]);
    const murals = directory.allMuralsIn(slug, page.style.slug).length;
    return [shown, { ...others, city: [slug, name, state] }, murals];
  },
  serviceAreas: (directory: Directory) =>
    directory.cities().map(({ id: _, created_at: __, old_slugs: ___, ...shown }) => shown),
  quote: (directory: Directory) => {
    const { murals, more } = directory.muralsToChoose();
    const shown = murals.map((one) => [muralColumns(one), one.mural.styles]);
    return [busiestCities(directory.cities()), directory.estimateRates(), shown, more];
  },
  cost: (directory: Directory) => [
    directory.estimateRates(),
    directory.cities().map((city) => city.city_name),
  ],
  feed: (directory: Directory) =>
    directory.feed().map((m) => [m.id, m.slug, m.title, m.description, m.image_url, shownSince(m)]),
  llms: (directory: Directory) =>
    directory.cities().map((c) => [c.slug, c.city_name, c.state, c.description]),
};

const muralCard = ({ slug, title, city, state, image_url, picture_details }: CardMural) => [
  [slug, title, city, state, image_url],
  focusOf(picture_details[image_url ?? '']),
];

const altOf = ({ image_url, picture_details }: CardMural) => picture_details[image_url ?? '']?.alt;

const shownReview = (review: PublicReview) => ({ ...review, updated_at: '' });

const reviewsSummary = (reviews: readonly PublicReview[]) => [
  reviews.length,
  ratingSpread(reviews),
  newestReviews(reviews).map(shownReview),
];

/** Pages, and what they show. */
export type Pages = Map<string, (directory: Directory) => unknown>;

/** The row's own pages: at its addresses before and after the change. A review stands on its artist's. */
export function ownPages(
  { table, old, new: now }: DirectoryChange,
  directory: Directory,
): string[] {
  if (table === 'reviews')
    return reviewedArtists(directory, old, now).flatMap((slug) => [
      paths.artist(slug),
      paths.reviews(slug),
    ]);
  if (table === 'estimate_rates') return [paths.cost];
  if (table === 'city_rules')
    return [old, now].flatMap((rule) => (rule ? [paths.permits(rule.city_slug)] : []));
  const path = {
    artists: paths.artist,
    murals: paths.mural,
    mural_redirects: paths.mural,
    cities: paths.city,
  }[table];
  const slugs = new Set([old?.slug, now?.slug].filter((slug) => slug !== undefined));
  return [...slugs].map((slug) => path(slug));
}

/** The pages that may show what has changed about a row, but for those that `renamedPages` names. */
export function changedPages(change: DirectoryChange, directory: Directory): Pages {
  const pages: Pages = new Map();
  if (change.table === 'artists') artistPages(pages, change, directory);
  else if (change.table === 'murals') muralPages(pages, change, directory);
  else if (change.table === 'cities') cityPages(pages, change, directory);
  else if (change.table === 'reviews') reviewPages(pages, change, directory);
  else if (change.table === 'estimate_rates') ratesPages(pages);
  else if (change.table === 'city_rules') rulePages(pages, change, directory);
  else for (const row of [change.old, change.new]) if (row) addMural(pages, row.slug);
  return pages;
}

type ChangeOf<T> = Extract<DirectoryChange, { table: T }>;
type Add<T> = (pages: Pages, change: ChangeOf<T>, directory: Directory) => void;

const artistPages: Add<'artists'> = (pages, change, directory) => {
  const rows = [change.old, change.new].filter((row) => row !== null);
  for (const { slug } of rows) {
    addArtist(pages, slug);
    addReviews(pages, slug);
  }
  if (differs(change, MURAL_PAGES_SHOW)) {
    const murals = directory.muralSlugsOf(change.rowId);
    for (const slug of murals) addMural(pages, slug);
    if (murals.length > 0) {
      pages.set(paths.murals, CONTENTS.murals);
      pages.set(paths.quote, CONTENTS.quote);
    }
  }
  if (!differs(change, LISTS_SHOW.artists)) return;
  pages.set(paths.home, CONTENTS.home);
  pages.set(paths.artists, CONTENTS.artists);
  pages.set(paths.serviceAreas, CONTENTS.serviceAreas);
  for (const row of rows) {
    if (!row.city_slug) continue;
    addCity(pages, row.city_slug);
    for (const style of styleSlugs([row])) addCityStyle(pages, row.city_slug, style);
  }
};

const muralPages: Add<'murals'> = (pages, change, directory) => {
  const inLists = differs(change, LISTS_SHOW.murals);
  if (inLists) {
    pages.set(paths.home, CONTENTS.home);
    pages.set(paths.murals, CONTENTS.murals);
    pages.set(paths.quote, CONTENTS.quote);
    // They lead to where it is.
    for (const slug of directory.oldSlugsOf(change.rowId)) addMural(pages, slug);
  }
  for (const row of [change.old, change.new]) {
    if (!row) continue;
    addMural(pages, row.slug);
    const artist = directory.slugOfArtist(row.artist_id ?? '');
    if (inLists && artist) addArtist(pages, artist);
    if (!inLists) continue;
    for (const near of directory.muralsAround(row)) addMural(pages, near.slug);
    if (!row.city_slug) continue;
    addCity(pages, row.city_slug);
    for (const style of styleSlugs([row])) addCityStyle(pages, row.city_slug, style);
  }
};

const cityPages: Add<'cities'> = (pages, change, directory) => {
  pages.set(paths.home, CONTENTS.home);
  pages.set(paths.serviceAreas, CONTENTS.serviceAreas);
  pages.set(paths.quote, CONTENTS.quote);
  pages.set(paths.cost, CONTENTS.cost);
  for (const row of [change.old, change.new]) {
    if (!row) continue;
    for (const slug of [row.slug, ...row.old_slugs]) {
      addCity(pages, slug);
      addPermits(pages, slug);
    }
    for (const { city, style } of directory.cityStyles(row.slug)) addCityStyle(pages, city, style);
  }
  // Each names the cities near it, and maps show them.
  if (differs(change, ['city_name', 'slug', 'latitude', 'longitude'])) {
    for (const slug of directory.citySlugs()) addCity(pages, slug);
    for (const city of [change.old, change.new])
      for (const mural of city ? directory.muralsNearCity(city) : []) addMural(pages, mural.slug);
  }
  if (differs(change, ['city_name', 'state', 'slug'])) pagesOfPlace(pages, change, directory);
};

/** Pages that say where an artist lives or a wall stands, in the words of the table. */
const pagesOfPlace: Add<'cities'> = (pages, { old, new: now }, directory) => {
  pages.set(paths.artists, CONTENTS.artists);
  pages.set(paths.murals, CONTENTS.murals);
  for (const row of [old, now]) {
    if (!row) continue;
    for (const mural of directory.allMuralsIn(row.slug)) {
      addMural(pages, mural.slug);
      // Walls near it name its place, in whichever city they are.
      for (const near of directory.muralsAround(mural)) addMural(pages, near.slug);
    }
    for (const artist of directory.allArtists(row.slug)) {
      addArtist(pages, artist.slug);
      addReviews(pages, artist.slug);
      for (const slug of directory.muralSlugsOf(artist.id)) addMural(pages, slug);
    }
    // An artist shows murals wherever they stand.
    for (const { artist_id } of directory.allMuralsIn(row.slug)) {
      const slug = directory.slugOfArtist(artist_id ?? '');
      if (slug) addArtist(pages, slug);
    }
  }
};

const reviewPages: Add<'reviews'> = (pages, change, directory) => {
  for (const slug of reviewedArtists(directory, change.old, change.new)) {
    addArtist(pages, slug);
    addReviews(pages, slug);
  }
};

const rulePages: Add<'city_rules'> = (pages, { old, new: now }) => {
  for (const rule of [old, now]) {
    if (!rule) continue;
    addPermits(pages, rule.city_slug);
    // It leads to the guide, as soon as there is one.
    addCity(pages, rule.city_slug);
  }
};

/** Pages that make estimates. */
function ratesPages(pages: Pages): void {
  pages.set(paths.cost, CONTENTS.cost);
  pages.set(paths.quote, CONTENTS.quote);
}

/** Whom a review is about, by address; nobody who is not public. */
function reviewedArtists(directory: Directory, ...rows: (PublicReview | null)[]): string[] {
  const artists = new Set(rows.flatMap((row) => row?.artist_id ?? []));
  return [...artists].flatMap((id) => directory.slugOfArtist(id) ?? []);
}

function addArtist(pages: Pages, slug: string): void {
  pages.set(paths.artist(slug), (directory) => CONTENTS.artist(directory, slug));
}

function addReviews(pages: Pages, slug: string): void {
  pages.set(paths.reviews(slug), (directory) => CONTENTS.reviews(directory, slug));
}

function addMural(pages: Pages, slug: string): void {
  pages.set(paths.mural(slug), (directory) => CONTENTS.mural(directory, slug));
}

function addCity(pages: Pages, slug: string): void {
  pages.set(paths.city(slug), (directory) => CONTENTS.city(directory, slug));
}

function addPermits(pages: Pages, slug: string): void {
  pages.set(paths.permits(slug), (directory) => CONTENTS.permits(directory, slug));
}

function addCityStyle(pages: Pages, city: string, style: string): void {
  pages.set(paths.cityStyle(city, style), (directory) =>
    CONTENTS.cityStyle(directory, city, style),
  );
}
