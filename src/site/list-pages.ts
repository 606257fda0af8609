import { paths } from '#config/paths.ts';
import type { ListedArtist } from '#domain/artist.ts';
import { PAGE_SIZE } from '#domain/limits.ts';
import type { Directory } from './directory.ts';

/**
 * A page of a list after the first, for whoever comes without scripts: with them the filters turn the pages. Like the
 * sitemap they are made from the whole directory, a little after a change.
 */
export interface ListPage {
  route: string;
  artists: readonly ListedArtist[];
  total: number;
}

/** @param city the slug of a city page; without one, the list of all artists. Null for a page that is not there. */
export function listPage(directory: Directory, page: number, city?: string): ListPage | null {
  const all = directory.allArtists(city);
  const from = (page - 1) * PAGE_SIZE;
  if (page < 2 || from >= all.length) return null;
  const route = paths.listPage(city ? paths.city(city) : paths.artists, page);
  return { route, artists: all.slice(from, from + PAGE_SIZE), total: all.length };
}

/** Those of all lists. */
export function* listPages(directory: Directory): Generator<ListPage> {
  for (const city of [undefined, ...directory.citySlugs()]) {
    for (let page = 2; ; page++) {
      const found = listPage(directory, page, city);
      if (!found) break;
      yield found;
    }
  }
}

/** What `[...page]` of a list's route says: 'page/2' is 2, nothing is 1, anything else is no page. */
export function pageOf(rest: string | undefined): number | null {
  if (rest === undefined) return 1;
  const number = /^page\/([1-9]\d{0,6})$/.exec(rest)?.[1];
  return number && number !== '1' ? Number(number) : null;
}

/** The values of `[...page]` below a list's route: the first page, and those that follow. */
export function restsOf(directory: Directory, city?: string): (string | undefined)[] {
  const pages = Math.ceil(directory.allArtists(city).length / PAGE_SIZE);
  const later = Array.from({ length: Math.max(0, pages - 1) }, (_, i) => `page/${i + 2}`);
  return [undefined, ...later];
}
