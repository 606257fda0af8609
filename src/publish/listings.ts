import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Artist } from '#domain/artist.ts';
import { artistCard } from '#domain/artist-card.ts';
import { LISTING_ROUTES } from '#site/affected-routes.ts';
import type { Catalog } from '#site/catalog.ts';
import type { MediaIndex } from '#site/media.ts';
import type { Site } from '#site/scope.ts';
import { type SearchRecord, searchRecord } from '#site/search-records.ts';
import { backoff } from './backoff.ts';
import { serialQueue } from './concurrency.ts';
import { replaceFile } from './live-release.ts';
import type { PublisherOptions } from './publisher.ts';
import type { Release } from './releases.ts';
import { type Page, renderPage } from './render-page.ts';
import type { Renderer } from './renderer.ts';
import { type MovedIndex, moveSearchIndex } from './search-files.ts';
import { writeSearchIndex } from './search-index.ts';

/** Made when nothing has changed for a second, and within five at the latest. */
const QUIET_MS = 1000;
const LATEST_MS = 5000;

export interface ListingsOptions
  extends Pick<PublisherOptions, 'media' | 'onChanged' | 'onJob' | 'log' | 'writeIndex'> {
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
  private readonly inTurn = serialQueue();
  private next: Promise<void> | null = null;
  private failures = 0;
  private stopped = false;

  constructor(options: ListingsOptions) {
    this.options = options;
  }

  /** Something changed that they show. */
  invalidate(): void {
    if (this.stopped) return;
    const now = Date.now();
    this.since ??= now;
    const wait = Math.max(0, Math.min(QUIET_MS, this.since + LATEST_MS - now));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), wait);
  }

  /** Makes them now, one time after the other; calls before the next time has begun are one. */
  refresh(): Promise<void> {
    this.next ??= this.inTurn(() => {
      this.next = null;
      return this.make();
    });
    return this.next;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.inTurn(async () => {}); // what was under way has ended
  }

  private async make(): Promise<void> {
    if (this.stopped) return;
    const {
      exclusive,
      directory,
      live,
      media,
      onJob,
      log,
      writeIndex = writeSearchIndex,
    } = this.options;
    const started = performance.now();
    const done = (errors: string[]) =>
      onJob({
        kind: 'listings',
        ok: errors.length === 0,
        ms: performance.now() - started,
        routes: [...LISTING_ROUTES],
        errors,
      });
    const { release, renderer } = live();
    const draft = path.join(release.dir, 'pagefind.draft');
    this.since = null;
    try {
      // Not exclusive: pages wait neither for the index nor for lists of everything.
      const catalog = await directory();
      await rm(draft, { recursive: true, force: true });
      await writeIndex(records(await catalog.allArtists(), media), draft);
      const index = await moveSearchIndex(release, draft);
      const { rendered, errors } = await renderLists(renderer, { catalog, media });
      await exclusive(async () => {
        // Another release came between, which is told that its lists are stale.
        if (live().release.id !== release.id) return;
        await this.takeIntoUse(release, index, rendered);
        done(errors);
      });
      this.failures = 0;
    } catch (error) {
      if (this.stopped) return;
      const reason = error instanceof Error ? error.message : String(error);
      done([reason]);
      log(`Search index and sitemap stay as they were for now: ${reason}`);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.invalidate(), backoff(++this.failures));
    } finally {
      await rm(draft, { recursive: true, force: true }).catch(() => {});
    }
  }

  private async takeIntoUse(
    release: Release,
    index: MovedIndex,
    rendered: readonly Page[],
  ): Promise<void> {
    const { onChanged } = this.options;
    onChanged(await index.switch());
    for (const { file, body } of rendered) {
      if (await replaceFile(path.join(release.siteDir, file), body)) onChanged([file]);
    }
  }
}

async function renderLists(renderer: Renderer, site: Site) {
  const rendered: Page[] = [];
  const errors: string[] = [];
  for (const route of LISTING_ROUTES.filter((known) => renderer.has(known))) {
    const page = await renderPage(renderer, site, route);
    if (page instanceof Error) errors.push(page.message);
    else rendered.push(page);
  }
  return { rendered, errors };
}

function* records(artists: readonly Artist[], media: MediaIndex): Generator<SearchRecord> {
  for (const artist of artists) yield searchRecord(artist, artistCard(artist, media.picture));
}
