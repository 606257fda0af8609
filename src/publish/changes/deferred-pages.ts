import { createHash } from 'node:crypto';
import { englishPath } from '#config/language-paths.ts';
import { artistCard } from '#features/artists/artist-card.ts';
import { muralCard } from '#features/murals/mural-card.ts';
import { listFiles } from '#node/files.ts';
import type { Directory } from '#site/directory/directory.ts';
import { filterMenus, muralMenus } from '#site/facets.ts';
import { type ListPage, listPages, type MuralListPage, muralListPages } from '#site/list-pages.ts';
import type { MediaIndex } from '#site/media.ts';
import { publishRoutes } from '../releases/live-release.ts';
import type { ListingsOptions, PublisherOptions } from './publisher-options.ts';

const DEFERRED_PAGE = /\/page\/\d+\.html$/;

/**
 * The pages of lists after the first. One artist more moves all that follow, and most changes move none: what a page
 * shows is remembered, and only those that show something else are rendered, one at a time.
 */
export class DeferredPages {
  private readonly options: ListingsOptions;
  private release = '';
  /** A digest of what each page shows, by route. */
  private shown = new Map<string, string | null>();

  constructor(options: ListingsOptions) {
    this.options = options;
  }

  /** Publishes those that changed and removes those that are over; gives what failed. */
  async publish(live: PublisherOptions['live']): Promise<string[]> {
    const { directory, media, exclusive, onChanged } = this.options;
    if (this.release !== live.release.id) await this.begin(live);
    const frames = { artists: frameOf(directory), murals: hashed(muralMenus(directory)) };
    const wanted = new Map<string, string>();
    for (const page of pagesOf(directory)) {
      const frame = 'murals' in page ? frames.murals : frames.artists;
      wanted.set(page.route, digest(page, frame, media));
    }
    const routes = new Set([...wanted.keys(), ...this.shown.keys()]);
    const errors: string[] = [];
    for (const route of routes) {
      const next = wanted.get(route);
      if (next !== undefined && next === this.shown.get(route)) continue;
      await exclusive(async () => {
        if (this.options.live().release.id !== live.release.id) return;
        const site = { directory, media };
        const failed = await publishRoutes(live.release, live.renderer, site, [route], {
          onChanged: (file) => onChanged([file]),
        });
        errors.push(...failed.map((error) => error.message));
        if (failed.length > 0) this.shown.set(route, null);
        else if (next === undefined) this.shown.delete(route);
        else this.shown.set(route, next);
      });
    }
    return errors;
  }

  /** Makes all of them for a release that is not served yet; gives what failed. */
  async renew({ release, renderer }: PublisherOptions['live']): Promise<string[]> {
    const { directory, media } = this.options;
    const there = await deferredRoutes(release.siteDir);
    const wanted = Array.from(pagesOf(directory), (page) => page.route);
    const site = { directory, media };
    const failed = await publishRoutes(release, renderer, site, new Set([...wanted, ...there]));
    return failed.map((error) => error.message);
  }

  /** Nothing is known of what the pages of another release show, except that they are there. */
  private async begin({ release }: PublisherOptions['live']): Promise<void> {
    this.shown = new Map((await deferredRoutes(release.siteDir)).map((route) => [route, null]));
    this.release = release.id;
  }
}

async function deferredRoutes(siteDir: string): Promise<string[]> {
  const files = (await listFiles(siteDir)).filter((file) => DEFERRED_PAGE.test(file));
  return files.map((file) => englishPath(encodeURI(`/${file.replace(/\.html$/, '')}`)));
}

function* pagesOf(directory: Directory): Generator<ListPage | MuralListPage> {
  yield* listPages(directory);
  yield* muralListPages(directory);
}

/** A digest of what every such page of artists shows beside them: the menus, and the names of cities. */
function frameOf(directory: Directory): string {
  const cities = directory
    .cities()
    .map(({ slug, city_name, state, description }) => [slug, city_name, state, description]);
  return hashed([filterMenus(directory), cities]);
}

function digest(page: ListPage | MuralListPage, frame: string, media: MediaIndex): string {
  const cards =
    'murals' in page
      ? page.murals.map((mural) => muralCard(mural, media.picture))
      : page.artists.map((artist) => artistCard(artist, media.picture));
  return hashed([cards, page.total, frame]);
}

const hashed = (shown: unknown) =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64');
