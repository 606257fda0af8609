import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Artist } from '#domain/artist.ts';
import { artistCard } from '#domain/artist-card.ts';
import { LISTING_ROUTES } from '#site/affected-routes.ts';
import type { Catalog } from '#site/catalog.ts';
import type { MediaIndex } from '#site/media.ts';
import { type SearchRecord, searchRecord } from '#site/search-records.ts';
import { publishRoutes } from './live-release.ts';
import type { PublisherOptions } from './publisher.ts';
import { moveSearchIndex } from './search-files.ts';
import { writeSearchIndex } from './search-index.ts';

/** Made when nothing has changed for a second, and within five at the latest. */
const QUIET_MS = 1000;
const LATEST_MS = 5000;
const RETRY_MS = 5000;

export interface ListingsOptions
  extends Pick<PublisherOptions, 'media' | 'onChanged' | 'onJob' | 'log'> {
  /** Runs while nothing else is published. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** The whole directory as it is now. */
  directory: () => Promise<Catalog>;
  live: () => PublisherOptions['live'];
}

/** What lists the whole directory, the search index and the sitemap, follows the pages a little later. */
export class Listings {
  private readonly options: ListingsOptions;
  private since: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  private lane: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(options: ListingsOptions) {
    this.options = options;
  }

  /** Something changed that they show. */
  stale(): void {
    if (this.stopped) return;
    const now = Date.now();
    this.since ??= now;
    const wait = Math.max(0, Math.min(QUIET_MS, this.since + LATEST_MS - now));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), wait);
  }

  /** Makes them now, one time after the other. */
  refresh(): Promise<void> {
    this.lane = this.lane.then(() => this.make());
    return this.lane;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.lane;
  }

  private async make(): Promise<void> {
    if (this.stopped) return;
    const { exclusive, directory, live, media, onJob, log } = this.options;
    const started = performance.now();
    const draft = path.join(live().release.dir, 'pagefind.draft');
    this.since = null;
    try {
      const catalog = await exclusive(directory);
      // Outside the lane: pages do not wait for the index.
      await rm(draft, { recursive: true, force: true });
      await writeSearchIndex(records(await catalog.allArtists(), media), draft);
      const errors = await exclusive(() => this.write(catalog, draft));
      const ms = performance.now() - started;
      onJob({ kind: 'listings', ok: errors.length === 0, ms, routes: [...LISTING_ROUTES], errors });
    } catch (error) {
      if (this.stopped) return;
      log(`The search index stays as it was: ${error instanceof Error ? error.message : error}`);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.stale(), RETRY_MS);
    }
  }

  private async write(catalog: Catalog, draft: string): Promise<string[]> {
    const { live, media, onChanged } = this.options;
    const { release, renderer } = live();
    onChanged(await moveSearchIndex(release, draft));
    await rm(draft, { recursive: true, force: true });
    const routes = LISTING_ROUTES.filter((route) => renderer.has(route));
    const site = { catalog, media };
    const { changed, failed } = await publishRoutes(release, renderer, site, routes);
    onChanged(changed);
    return failed.map((error) => error.message);
  }
}

function* records(artists: readonly Artist[], media: MediaIndex): Generator<SearchRecord> {
  for (const artist of artists) yield searchRecord(artist, artistCard(artist, media.picture));
}
