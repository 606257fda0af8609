import { paths } from '#config/paths.ts';
import type { Artist } from '#domain/artist.ts';
import { COMPARATORS } from '#domain/artist-search.ts';
import { PAGE_SIZE } from '#domain/limits.ts';
import type { Catalog } from './catalog.ts';

/**
 * The pages of lists after the first, for whoever comes without scripts: with them the filters turn the pages. Like the
 * sitemap they are made from the whole directory, a little after a change.
 */
export interface ListPage {
  route: string;
  artists: Artist[];
  total: number;
}

const known = new WeakMap<readonly Artist[], Map<string, ListPage>>();

/** Every one of them by its route; divided once for each reading of the directory. */
export async function listPages(catalog: Catalog): Promise<Map<string, ListPage>> {
  const all = await catalog.allArtists();
  const found = known.get(all) ?? divide(all);
  known.set(all, found);
  return found;
}

function divide(all: readonly Artist[]): Map<string, ListPage> {
  const artists = all.toSorted(COMPARATORS.featured);
  const pages = new Map<string, ListPage>();
  const add = (path: string, all: readonly Artist[]) => {
    for (let page = 2; (page - 1) * PAGE_SIZE < all.length; page++) {
      const shown = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
      const route = paths.listPage(path, page);
      pages.set(route, { route, artists: shown, total: all.length });
    }
  };
  add(paths.artists, artists);
  for (const [city, inCity] of Map.groupBy(artists, (artist) => artist.city_slug)) {
    if (city) add(paths.city(city), inCity);
  }
  return pages;
}

/** What `[...page]` of a list's route says: 'page/2' is 2, nothing is 1, anything else is no page. */
export function pageOf(rest: string | undefined): number | null {
  if (rest === undefined) return 1;
  const number = /^page\/([1-9]\d{0,6})$/.exec(rest)?.[1];
  return number && number !== '1' ? Number(number) : null;
}

/** The values of `[...page]` below a path: the first page, and those that follow. */
export async function restsOf(catalog: Catalog, path: string): Promise<(string | undefined)[]> {
  const later: string[] = [];
  for (let page = 2; (await listPages(catalog)).has(paths.listPage(path, page)); page++)
    later.push(`page/${page}`);
  return [undefined, ...later];
}
