import { paths, SITE_FILES } from '#config/paths.ts';
import { LISTS, type ListName } from '#features/directory/search/card-file.ts';
import type { Directory } from './directory/directory.ts';
import type { DirectoryChange } from './directory/directory-change.ts';
import { differs, FILTER_COLUMNS, listingDiffers } from './directory/shown-columns.ts';
import { filterMenus } from './facets.ts';
import { CONTENTS, changedPages, ownPages, type Pages } from './page-contents.ts';

/** Lists of everything, which are made a little later and together: which of them show something else. */
export interface AffectedListings {
  /** The lists whose files, which they are filtered and drawn from in the browser, do. */
  cards: readonly ListName[];
  /** Those whose index of longer texts does. */
  texts: readonly ListName[];
  /** The pages of lists after the first. */
  listPages: boolean;
  /** Files. */
  routes: string[];
}

/** Where changes show. */
interface Affected {
  /** The changed rows' own pages, which a visitor may be waiting for. */
  own: Set<string>;
  /** All pages that show a change. */
  byChange: Map<DirectoryChange, Set<string>>;
  listings: AffectedListings;
}

const { sitemap: SITEMAP, feed: FEED, llms: LLMS } = SITE_FILES;

/** Files that list the whole directory; they follow the pages, debounced. The sitemap may have parts. */
export const LISTING_ROUTES = [SITEMAP, FEED, LLMS] as const;

/**
 * Takes changes into the directory and gives the pages that show something else afterwards: those that may are asked
 * for their contents before and after. It never leaves out one that differs.
 * @param changes the last one of each row.
 */
export function applyChanges(directory: Directory, changes: readonly DirectoryChange[]): Affected {
  const candidates = changes.map((change) => changedPages(change, directory));
  const asked: Pages = new Map(candidates.flatMap((pages) => [...pages]));
  if (changes.some(({ table }) => table === 'murals')) asked.set(FEED, CONTENTS.feed);
  if (changes.some(({ table }) => table === 'cities')) asked.set(LLMS, CONTENTS.llms);
  const before = contentsOf(asked, directory);
  const names = namesOf(directory, changes);

  directory.apply(changes);

  const after = contentsOf(asked, directory);
  const isOther = (route: string) => before.get(route) !== after.get(route);
  const renamed = renamedPages(directory, names, namesOf(directory, changes));
  const routes = candidates.map((pages) => new Set([...pages.keys()].filter(isOther)));
  const any = (list: Parameters<typeof listingDiffers>[0]) =>
    changes.some((change) => listingDiffers(list, change));
  return {
    own: new Set(changes.flatMap((change) => ownPages(change, directory)).filter(isOther)),
    byChange: byChange(changes, routes, renamed),
    listings: {
      cards: LISTS.filter((list) => any(`${list} cards`)),
      texts: LISTS.filter((list) => any(`${list} texts`)),
      listPages: any('listPages'),
      routes: [...(any('sitemap') ? [SITEMAP] : []), ...[FEED, LLMS].filter(isOther)],
    },
  };
}

/** All pages that may show changes which the directory took in before: what they showed then is not known any more. */
export function possibleRoutes(
  directory: Directory,
  changes: readonly DirectoryChange[],
): Affected {
  const routes = changes.map((change) => new Set(changedPages(change, directory).keys()));
  const renames = changes.some(
    (change) => change.table === 'artists' && differs(change, FILTER_COLUMNS),
  );
  const cities = renames ? directory.citySlugs() : [];
  const renamed = new Set(cities.flatMap((city) => pagesOfCity(directory, city)));
  return {
    own: new Set(changes.flatMap((change) => ownPages(change, directory))),
    byChange: byChange(changes, routes, renamed),
    listings: { cards: LISTS, texts: LISTS, listPages: true, routes: [...LISTING_ROUTES] },
  };
}

/** Pages that a change may have renamed wait with one of those that may: there are many of both. */
function byChange(
  changes: readonly DirectoryChange[],
  routes: readonly Set<string>[],
  renamed: ReadonlySet<string>,
): Affected['byChange'] {
  const result = new Map(changes.map((change, i) => [change, routes[i] ?? new Set<string>()]));
  const naming = changes.find(
    (change) => change.table === 'artists' && differs(change, FILTER_COLUMNS),
  );
  if (naming) result.set(naming, (result.get(naming) ?? new Set<string>()).union(renamed));
  return result;
}

function contentsOf(pages: Pages, directory: Directory): Map<string, string> {
  const contents = new Map<string, string>();
  for (const [route, content] of pages) contents.set(route, JSON.stringify(content(directory)));
  return contents;
}

/** Names that many pages repeat. */
interface Names {
  menus: string;
  /** By address. */
  styles: ReadonlyMap<string, string>;
  /** Of the cities in which artists change, by address. */
  cities: ReadonlyMap<string, string | undefined>;
}

function namesOf(directory: Directory, changes: readonly DirectoryChange[]): Names {
  const menus = filterMenus(directory, { inCity: true });
  const cities = new Map<string, string | undefined>();
  for (const { table, old, new: now } of changes) {
    if (table !== 'artists' || (old?.city === now?.city && old?.city_slug === now?.city_slug))
      continue;
    for (const slug of [old?.city_slug, now?.city_slug])
      if (slug) cities.set(slug, directory.cityName(slug));
  }
  return { menus: JSON.stringify(menus), styles: directory.styleLabels(), cities };
}

/**
 * Pages that name styles, mediums or cities which came, went or are called something else: the menus of all cities, and
 * the pages of styles in cities that name one of them.
 */
function renamedPages(directory: Directory, before: Names, now: Names): Set<string> {
  const routes = new Set<string>();
  const sameMenus = now.menus === before.menus;
  const sameStyle = (slug: string) => now.styles.get(slug) === before.styles.get(slug);
  const sameCity = (slug: string) => now.cities.get(slug) === before.cities.get(slug);
  for (const city of sameMenus ? now.cities.keys() : directory.citySlugs()) {
    if (!sameMenus) routes.add(paths.city(city));
    const styles = directory.cityStyles(city);
    if (!sameCity(city) || !styles.every(({ style }) => sameStyle(style)))
      for (const route of pagesOfCity(directory, city)) routes.add(route);
  }
  return routes;
}

function pagesOfCity(directory: Directory, city: string): string[] {
  const styles = directory.cityStyles(city).map(({ style }) => paths.cityStyle(city, style));
  return [paths.city(city), ...styles];
}
