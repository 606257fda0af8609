import { artistCard } from '#domain/artist-card.ts';
import { affectedRoutes, LISTING_ROUTES, type SiteChange } from '#site/affected-routes.ts';
import type { Catalog } from '#site/catalog.ts';
import type { Site } from '#site/scope.ts';
import { searchRecord } from '#site/search-records.ts';
import { FacetWatch, resolveRoutes } from './changes.ts';
import { changeImages } from './images.ts';
import type { Journal } from './journal.ts';
import { publishRoutes } from './live-release.ts';
import type { MediaStore } from './media.ts';
import { Mirror } from './mirror.ts';
import type { Release } from './releases.ts';
import type { RenderError, Renderer } from './renderer.ts';
import { writeSearchFiles } from './search-files.ts';
import { buildSearchIndex } from './search-index.ts';

/** Rows that wait to be published; reading claims nothing, so that a crash publishes them again. */
export interface Outbox {
  readChanges(limit: number): Promise<OutboxRow[]>;
  finishChanges(ids: readonly number[]): Promise<void>;
}
export type OutboxRow = SiteChange & { id: number };

export interface PublisherOptions {
  outbox: Outbox;
  catalog: Catalog;
  media: MediaStore;
  journal: Journal;
  live: { release: Release; renderer: Renderer };
  /** Files of the live release that were written or removed. */
  onChanged: (files: string[]) => void;
  onJob: (job: Job) => void;
  log: (line: string) => void;
}

/** What operators see of a finished piece of work. */
export interface Job {
  kind: 'publish' | 'listings';
  ok: boolean;
  ms: number;
  routes: string[];
  errors: string[];
}

const BATCH = 500;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 5 * 60_000;
/** The index follows the pages when nothing has changed for a second, and within five at the latest. */
const LISTINGS_QUIET_MS = 1000;
const LISTINGS_LATEST_MS = 5000;

/** Keeps the live release true to the database, change by change. One piece of work at a time. */
export class Publisher {
  private readonly options: PublisherOptions;
  private live: PublisherOptions['live'];
  private readonly facets: FacetWatch;
  private mirror: Mirror | null = null;
  private lane: Promise<unknown> = Promise.resolve();
  private waiting = false;
  private stopped = false;
  private failures = 0;
  private readonly later = new Map<number, { attempts: number; at: number }>();
  private readonly preparing = new Set<number>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private listingsSince: number | null = null;
  private listingsTimer: NodeJS.Timeout | undefined;
  private refreshing: Promise<void> = Promise.resolve();

  constructor(options: PublisherOptions) {
    this.options = options;
    this.live = options.live;
    this.facets = new FacetWatch(options.catalog);
  }

  /** Publishes what waits in the outbox; calls while that is going on are one. */
  wake(): void {
    if (this.waiting || this.stopped) return;
    this.waiting = true;
    void this.exclusive(async () => {
      this.waiting = false;
      await this.drain();
    }).catch((error) => this.retry(error));
  }

  /** Publishes what waits and says how many changes that were; rejects when the outbox cannot be read. */
  flush(): Promise<number> {
    return this.exclusive(() => this.drain());
  }

  /** Runs alone: nothing is published meanwhile. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.lane.then(work);
    this.lane = run.catch(() => {});
    return run;
  }

  /** Goes on with another release. Call within `exclusive`. */
  switchTo(live: PublisherOptions['live']): void {
    this.live = live;
    this.listingsAreStale();
  }

  get current(): PublisherOptions['live'] {
    return this.live;
  }

  /** Renders these routes whatever the outbox says. Call within `exclusive`. */
  async publish(routes: Iterable<string>, live = this.live): Promise<RenderError[]> {
    const { onChanged, catalog, media } = this.options;
    const site: Site = { catalog, media };
    const isLive = live.release.id === this.live.release.id;
    const { failed } = await publishRoutes(live.release, live.renderer, site, routes, (file) => {
      if (isLive) onChanged([file]);
    });
    return failed;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.listingsTimer);
    for (const timer of this.timers) clearTimeout(timer);
    await this.lane;
    await this.refreshing;
    await this.lane;
  }

  private async drain(): Promise<number> {
    let published = 0;
    while (!this.stopped) {
      const now = Date.now();
      const held = this.later.size + this.preparing.size;
      const rows = await this.options.outbox.readChanges(BATCH + held);
      this.failures = 0;
      const due = rows.filter(
        ({ id }) => (this.later.get(id)?.at ?? 0) <= now && !this.preparing.has(id),
      );
      const ready = this.setAside(due);
      if (ready.length === 0) break;
      await this.publishChanges(ready);
      published += ready.length;
    }
    return published;
  }

  private async publishChanges(rows: readonly OutboxRow[]): Promise<void> {
    const started = performance.now();
    const { outbox, journal } = this.options;
    const mirror = await this.openMirror();
    mirror.note(rows);
    const affected = affectedRoutes(rows);
    const routes = await resolveRoutes(affected, mirror, this.options.catalog, this.facets);
    const failed = await this.publish(routes);
    await journal.note(routes);
    if (affected.listings) this.listingsAreStale();

    const broken = new Set(failed.map((error) => error.route));
    const blocked = broken.size > 0 ? await this.rowsShownOn(rows, broken, mirror) : [];
    const finished = rows.filter((row) => !blocked.includes(row)).map((row) => row.id);
    await outbox.finishChanges(finished);
    for (const id of finished) this.later.delete(id);
    for (const row of blocked) this.postpone(row.id);
    if (blocked.length > 0) this.facets.forget();
    this.options.onJob({
      kind: 'publish',
      ok: failed.length === 0,
      ms: performance.now() - started,
      routes: [...routes],
      errors: failed.map((error) => error.message),
    });
    for (const error of failed) {
      this.options.log(`Not published, the previous page stays: ${error.message}`);
    }
  }

  /** A picture that is new takes a second: the change that brings it waits for it, and no other change does. */
  private setAside(rows: readonly OutboxRow[]): OutboxRow[] {
    const { media } = this.options;
    return rows.filter((row) => {
      const missing = media.missing(changeImages(row));
      if (missing.length === 0) return true;
      this.preparing.add(row.id);
      media
        .ensure(missing)
        .catch((error) => this.retry(error))
        .finally(() => {
          this.preparing.delete(row.id);
          this.wake();
        });
      return false;
    });
  }

  private async rowsShownOn(
    rows: readonly OutboxRow[],
    broken: ReadonlySet<string>,
    mirror: Mirror,
  ): Promise<OutboxRow[]> {
    const { catalog } = this.options;
    const blocked: OutboxRow[] = [];
    for (const row of rows) {
      const routes = await resolveRoutes(affectedRoutes([row]), mirror, catalog, this.facets);
      if ([...routes].some((route) => broken.has(route))) blocked.push(row);
    }
    return blocked;
  }

  private postpone(id: number): void {
    const attempts = (this.later.get(id)?.attempts ?? 0) + 1;
    const delay = backoff(attempts);
    this.later.set(id, { attempts, at: Date.now() + delay });
    this.after(delay + 10, () => this.wake());
  }

  private retry(error: unknown): void {
    if (this.stopped) return;
    const delay = backoff(++this.failures);
    const reason = error instanceof Error ? error.message : String(error);
    this.options.log(`Publishing waits ${Math.round(delay / 1000)} s: ${reason}`);
    this.after(delay, () => this.wake());
  }

  private after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, ms);
    this.timers.add(timer);
  }

  private async openMirror(): Promise<Mirror> {
    this.mirror ??= await Mirror.load(this.options.catalog);
    return this.mirror;
  }

  private listingsAreStale(): void {
    const now = Date.now();
    this.listingsSince ??= now;
    clearTimeout(this.listingsTimer);
    if (this.stopped) return;
    const latest = this.listingsSince + LISTINGS_LATEST_MS - now;
    this.listingsTimer = setTimeout(
      () => void this.refreshListings(),
      Math.max(0, Math.min(LISTINGS_QUIET_MS, latest)),
    );
  }

  /** Search index and sitemap, once at a time. */
  refreshListings(): Promise<void> {
    this.refreshing = this.refreshing.then(() => this.makeListings());
    return this.refreshing;
  }

  /** The index is made outside the lane: pages do not wait for it. */
  private async makeListings(): Promise<void> {
    if (this.stopped) return;
    const started = performance.now();
    this.listingsSince = null;
    const { media, onChanged, onJob, log } = this.options;
    try {
      const catalog = await this.exclusive(async () => {
        const mirror = await this.openMirror();
        await mirror.settle();
        return mirror.listings();
      });
      const artists = await catalog.allArtists();
      const index = await buildSearchIndex(
        artists.map((artist) => searchRecord(artist, artistCard(artist, media.picture))),
      );
      const errors = await this.exclusive(async () => {
        const { release, renderer } = this.live;
        onChanged(await writeSearchFiles(release, index));
        const routes = LISTING_ROUTES.filter((route) => renderer.has(route));
        const site = { catalog, media };
        const { changed, failed } = await publishRoutes(release, renderer, site, routes);
        onChanged(changed);
        return failed.map((error) => error.message);
      });
      const ms = performance.now() - started;
      onJob({ kind: 'listings', ok: errors.length === 0, ms, routes: [...LISTING_ROUTES], errors });
    } catch (error) {
      if (this.stopped) return;
      log(`The search index stays as it was: ${error instanceof Error ? error.message : error}`);
      this.after(backoff(3), () => this.listingsAreStale());
    }
  }
}

function backoff(attempts: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20));
}
