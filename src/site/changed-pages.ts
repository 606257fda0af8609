import { paths } from '#config/paths.ts';
import type { DirectoryChange } from '#domain/directory-change.ts';
import { styleSlugs } from './city-styles.ts';
import type { Directory } from './directory.ts';
import { CONTENTS, differs, LISTS_SHOW, MURAL_PAGES_SHOW } from './page-contents.ts';

/** Pages, and what they show. */
export type Pages = Map<string, (directory: Directory) => unknown>;

/** The row's own pages: at its addresses before and after the change. */
export function ownPages({ table, old, new: now }: DirectoryChange): string[] {
  const path = { artists: paths.artist, murals: paths.mural, cities: paths.city }[table];
  const slugs = new Set([old?.slug, now?.slug].filter((slug) => slug !== undefined));
  return [...slugs].map((slug) => path(slug));
}

/** The pages that may show what has changed about a row, but for those that `renamedPages` names. */
export function changedPages(change: DirectoryChange, directory: Directory): Pages {
  const pages: Pages = new Map();
  if (change.table === 'artists') artistPages(pages, change, directory);
  else if (change.table === 'murals') muralPages(pages, change, directory);
  else cityPages(pages, change, directory);
  return pages;
}

type ChangeOf<T> = Extract<DirectoryChange, { table: T }>;
type Add<T> = (pages: Pages, change: ChangeOf<T>, directory: Directory) => void;

const artistPages: Add<'artists'> = (pages, change, directory) => {
  const rows = [change.old, change.new].filter((row) => row !== null);
  for (const { slug } of rows) addArtist(pages, slug);
  if (differs(change, MURAL_PAGES_SHOW))
    for (const slug of directory.muralSlugsOf(change.rowId)) addMural(pages, slug);
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
  if (inLists) pages.set(paths.home, CONTENTS.home);
  for (const row of [change.old, change.new]) {
    if (!row) continue;
    addMural(pages, row.slug);
    const artist = directory.slugOfArtist(row.artist_id ?? '');
    if (inLists && artist) addArtist(pages, artist);
    if (inLists && row.city_slug) addCity(pages, row.city_slug);
  }
};

const cityPages: Add<'cities'> = (pages, change, directory) => {
  pages.set(paths.home, CONTENTS.home);
  pages.set(paths.serviceAreas, CONTENTS.serviceAreas);
  pages.set(paths.quote, CONTENTS.quote);
  for (const row of [change.old, change.new]) {
    if (!row) continue;
    addCity(pages, row.slug);
    for (const { city, style } of directory.cityStyles([row.slug]))
      addCityStyle(pages, city, style);
  }
  // Each names the cities near it.
  if (differs(change, ['city_name', 'slug']))
    for (const slug of directory.citySlugs()) addCity(pages, slug);
};

function addArtist(pages: Pages, slug: string): void {
  pages.set(paths.artist(slug), (directory) => CONTENTS.artist(directory, slug));
}

function addMural(pages: Pages, slug: string): void {
  pages.set(paths.mural(slug), (directory) => CONTENTS.mural(directory, slug));
}

function addCity(pages: Pages, slug: string): void {
  pages.set(paths.city(slug), (directory) => CONTENTS.city(directory, slug));
}

function addCityStyle(pages: Pages, city: string, style: string): void {
  pages.set(paths.cityStyle(city, style), (directory) =>
    CONTENTS.cityStyle(directory, city, style),
  );
}
