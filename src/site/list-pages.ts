import { paths } from '#config/paths.ts';
import type { PaintedMural } from '#features/murals/mural-card.ts';
import { PAGE_SIZE } from '#lib/limits.ts';
import type { Directory } from './directory/directory.ts';
import type { ArtistList } from './directory/directory-types.ts';

/**
 * A page of a list. Those after the first are for visitors without scripts: with them the filters turn the pages. Like
 * the sitemap they are made from the whole directory, a little after a change.
 */
export interface ListPage extends ArtistList {
  route: string;
}

export interface MuralListPage {
  route: string;
  murals: readonly PaintedMural[];
  total: number;
}

/** @param city the slug of a city page; without one, the list of all artists. Null for a page that is not there. */
export function listPage(directory: Directory, page: number, city?: string): ListPage | null {
  const list = city ? paths.city(city) : paths.artists;
  const found = pageAt(directory.allArtists(city), list, page);
  return found && { route: found.route, artists: found.rows, total: found.total };
}

/** As `listPage`, of the list of murals. */
export function muralListPage(directory: Directory, page: number): MuralListPage | null {
  const found = pageAt(directory.allMurals(), paths.murals, page);
  const murals = found?.rows.map((mural) => directory.painted(mural)) ?? [];
  return found && { route: found.route, murals, total: found.total };
}

/** The first page is there also when nothing is on it. */
function pageAt<Row>(all: readonly Row[], list: string, page: number) {
  const from = (page - 1) * PAGE_SIZE;
  if (page < 1 || (page > 1 && from >= all.length)) return null;
  const rows = all.slice(from, from + PAGE_SIZE);
  return { route: paths.listPage(list, page), rows, total: all.length };
}

/** Those after the first of all lists of artists. */
export function* listPages(directory: Directory): Generator<ListPage> {
  for (const city of [undefined, ...directory.citySlugs()])
    yield* eachPage((page) => listPage(directory, page, city));
}

/** Those of the list of murals. */
export function muralListPages(directory: Directory): Generator<MuralListPage> {
  return eachPage((page) => muralListPage(directory, page));
}

function* eachPage<Page>(at: (page: number) => Page | null): Generator<Page> {
  for (let number = 2; ; number++) {
    const found = at(number);
    if (!found) break;
    yield found;
  }
}

/** What `[...page]` of a list's route says: 'page/2' is 2, nothing is 1, anything else is no page. */
export function pageOf(rest: string | undefined): number | null {
  if (rest === undefined) return 1;
  const number = /^page\/([1-9]\d{0,6})$/.exec(rest)?.[1];
  return number && number !== '1' ? Number(number) : null;
}

/** The values of `[...page]` below the route of a list that is so long: the first page, and those that follow. */
export function restsOf({ length }: { length: number }): (string | undefined)[] {
  const pages = Math.ceil(length / PAGE_SIZE);
  const later = Array.from({ length: Math.max(0, pages - 1) }, (_, i) => `page/${i + 2}`);
  return [undefined, ...later];
}
