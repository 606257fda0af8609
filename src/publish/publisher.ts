import { affectedRoutes, type SiteChange } from '#site/affected-routes.ts';
import type { Catalog } from '#site/catalog.ts';
import type { Site } from '#site/scope.ts';
import type { SearchRecord } from '#site/search-records.ts';
import { backoff } from './backoff.ts';
import { Batch, type RoutedRow } from './batch.ts';
import { ChangeQueue, type Outbox, type OutboxRow } from './change-queue.ts';
import { FacetWatch, resolveRoutes } from './changes.ts';
import { serialQueue } from './concurrency.ts';
import {
  allCityStylePreviews,
  allPreviews,
  changeImages,
  changePreview,
  cityStylePages,
} from './images.ts';
import type { Journal } from './journal.ts';
import { withKnownRows } from './known-rows.ts';
import { Listings } from './listings.ts';
import { publishRoutes } from './live-release.ts';
import type { MediaStore } from './media.ts';
import { memoizedCatalog } from './memoized-catalog.ts';
import { Mirror } from './mirror.ts';
import { PreviewQueue } from './preview-queue.ts';
import type { Release } from './releases.ts';
import type { RenderError, Renderer } from './renderer.ts';
import { vanishes, Withdrawals } from './withdrawals.ts';

export interface PublisherOptions {
  outbox: Outbox;
  catalog: Catalog;
  /** What the catalog knows of all artists without reading them again: it is told of changes. */
  styled?: { note(changes: readonly SiteChange[]): void };
  media: MediaStore;
  journal: Journal;
  live: { release: Release; renderer: Renderer };
  /** Files of the live release that were written or removed. */
  onChanged: (files: string[]) => void;
  /** Pictures that are not to be served any more. */
  onWithdrawn?: (names: string[]) => void;
  /** Somebody's profile was deleted: nothing that was made before may keep it. Comes before the change is finished. */
  onErased?: () => Promise<void>;
  /** Another process makes a release, and pictures for it. */
  building?: () => boolean;
  onJob: (job: Job) => void;
  log: (line: string) => void;
  /** Who writes the search index into a directory; this process, if nobody is named. */
  writeIndex?: (records: Iterable<SearchRecord>, dir: string) => Promise<void>;
}

/** What operators see of a finished piece of work. */
export interface Job {
  kind: 'publish' | 'listings';
  ok: boolean;
  ms: number;
  routes: string[];
  errors: string[];
}

/** New changes join a batch no longer than this, so that the other pages get their turn. */
const LONGEST_BATCH_MS = 2000;

/** Keeps the live release true to the database, change by change. One piece of work at a time. */
export class Publisher {
  private readonly options: PublisherOptions;
  private live: PublisherOptions['live'];
  private readonly changes: ChangeQueue;
  private readonly facets: FacetWatch;
  private readonly listings: Listings;
  private readonly previews: PreviewQueue;
  private readonly withdrawals: Withdrawals;
  private mirror: Promise<Mirror> | null = null;
  private loaded: Mirror | null = null;
  private waiting = false;
  private stopped = false;
  private failures = 0;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(options: PublisherOptions) {
    this.options = options;
    this.live = options.live;
    this.changes = new ChangeQueue(options.outbox);
    this.facets = new FacetWatch(options.catalog);
    this.listings = new Listings({
      ...options,
      exclusive: this.exclusive,
      live: () => this.live,
      directory: this.directory,
    });
    this.withdrawals = new Withdrawals({
      media: options.media,
      directory: this.directory,
      building: options.building ?? (() => false),
      onGone: options.onWithdrawn ?? (() => {}),
      log: options.log,
    });
    this.previews = new PreviewQueue({
      draw: (preview) => this.withdrawals.draw(preview),
      publish: async (routes) => {
        for (const route of routes) await this.exclusive(() => this.publish([route]));
      },
      log: options.log,
    });
  }

  /** Publishes what waits in the outbox; calls while that is going on are one. */
  wake(): void {
    this.changes.invalidate();
    this.start();
  }

  /** Publishes rows of the outbox without reading it: the database's notification brought them. */
  notify(rows: readonly OutboxRow[]): void {
    this.changes.notify(rows);
    this.start();
  }

  private start(): void {
    if (this.waiting || this.stopped) return;
    this.waiting = true;
    void this.exclusive(async () => {
      this.waiting = false;
      await this.drain();
    }).catch((error) => this.retry(error));
  }

  /** Publishes what waits and says how many changes that were; rejects when the outbox cannot be read. */
  flush(): Promise<number> {
    this.changes.invalidate();
    return this.exclusive(() => this.drain());
  }

  /** Runs alone: nothing is published meanwhile. */
  readonly exclusive = serialQueue();

  /** Goes on with another release. Call within `exclusive`. */
  switchTo(live: PublisherOptions['live']): void {
    this.live = live;
    this.listings.invalidate({ purge: true });
    this.withdrawals.suspectAll();
  }

  get current(): PublisherOptions['live'] {
    return this.live;
  }

  /** Renders these routes whatever the outbox says. Call within `exclusive`. */
  async publish(
    routes: Iterable<string>,
    live = this.live,
    catalog = this.options.catalog,
  ): Promise<RenderError[]> {
    const { onChanged, media } = this.options;
    const site: Site = { catalog, media };
    const isLive = live.release.id === this.live.release.id;
    const { failed } = await publishRoutes(live.release, live.renderer, site, routes, (file) => {
      if (isLive) onChanged([file]);
    });
    return failed;
  }

  /**
   * Reads what publishing keeps in memory, so that the first change need not wait for it, and finishes what was being
   * withdrawn when the process ended.
   */
  async prepare(): Promise<void> {
    await this.openMirror();
    await this.options.catalog.cityStyles();
    this.listings.resume();
    this.withdrawals.suspectAll();
    await this.exclusive(() => this.withdrawals.run());
  }

  /** Search index and lists of a release that is about to be served. */
  renewListings(live: PublisherOptions['live']): Promise<void> {
    return this.listings.renew(live);
  }

  private readonly directory = async (): Promise<Catalog> => {
    const mirror = await this.openMirror();
    await mirror.settle();
    return mirror.listings();
  };

  /** Draws the preview images that are still missing, in the background. */
  async queueMissingPreviews(): Promise<void> {
    const catalog = (await this.openMirror()).listings();
    for await (const page of allCityStylePreviews(catalog, this.usable)) this.previews.add([page]);
    this.previews.add(await allPreviews(catalog, this.usable));
  }

  /** Draws those of a batch's pages, from what was read for them. Nothing waits for it, nor fails with it. */
  private queuePreviews({ rows, routes, catalog = this.options.catalog }: Batch): void {
    this.previews.add([...rows.values()].flatMap(({ row }) => changePreview(row, this.usable)));
    cityStylePages(catalog, routes, this.usable).then(
      (pages) => this.previews.add(pages),
      (error) => this.options.log(`Preview images wait for the next start: ${error.message}`),
    );
  }

  private readonly usable = (url: string) => this.options.media.picture(url) !== null;

  /** Search index and sitemap, now rather than a little later. */
  refreshListings(): Promise<void> {
    return this.listings.refresh();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.previews.stop();
    for (const timer of this.timers) clearTimeout(timer);
    await this.exclusive(async () => {}); // what was under way has ended
    await this.listings.stop();
  }

  private async drain(): Promise<number> {
    try {
      return await this.publishWaiting();
    } catch (error) {
      // What was begun is begun anew, with the pages of all cities if it was about them.
      this.facets.forget();
      throw error;
    }
  }

  /**
   * Changed rows' own pages go before everything else, also before the other pages of earlier changes: those follow
   * one by one as long as nothing new has come in. Rows are finished when all their pages are.
   */
  private async publishWaiting(): Promise<number> {
    let published = 0;
    let batch = new Batch();
    while (!this.stopped) {
      if (this.changes.hasNext && (batch.isEmpty || batch.age < LONGEST_BATCH_MS)) {
        const rows = this.setAside(await this.changes.next(batch.rows));
        if (rows.length > 0) await this.begin(batch, rows);
      }
      if (batch.isEmpty) {
        if (this.changes.hasNext) continue;
        break;
      }
      const routes = batch.take();
      if (routes.length > 0) {
        batch.failed.push(...(await this.publish(routes, this.live, batch.catalog)));
        continue;
      }
      await this.complete(batch);
      published += batch.rows.size;
      batch = new Batch();
    }
    await this.withdrawals.run();
    this.failures = 0;
    return published;
  }

  private async begin(batch: Batch, rows: readonly OutboxRow[]): Promise<void> {
    const latest = this.changes.begin(rows);
    this.withdrawals.begun(idsOf(rows), idsOf(latest));
    const affected = affectedRoutes(rows);
    // What is read from here on includes these changes; what was read before may not.
    const catalog = memoizedCatalog(this.options.catalog);
    this.options.styled?.note(latest);
    // The changed pages do not wait for what is still being read after a start.
    const { loaded } = this;
    loaded?.note(latest);
    const known = withKnownRows(catalog, latest, loaded);
    const failed = await this.publish(affected.own, this.live, known);
    const mirror = await this.openMirror();
    if (mirror !== loaded) mirror.note(latest);
    const facetsChanged = affected.facets && (await this.facets.changed());
    const routed: RoutedRow[] = [];
    for (const row of rows) {
      const ofRow = affectedRoutes([row]);
      const routes = await resolveRoutes(ofRow, mirror, catalog, facetsChanged);
      routed.push({ row, routes });
    }
    batch.add(routed, affected.own, failed, catalog);
    if (affected.listings) this.listings.invalidate({ purge: latest.some(vanishes) });
  }

  private async complete(batch: Batch): Promise<void> {
    const rows = [...batch.rows.values()];
    await this.options.journal.note(batch.routes);
    const broken = new Set(batch.failed.map((error) => error.route));
    const shownOnBroken = ({ routes }: RoutedRow) => !broken.isDisjointFrom(routes);
    const blocked = rows.filter(shownOnBroken).map(({ row }) => row.id);
    const finished = [...batch.rows.keys()].filter((id) => !blocked.includes(id));
    await this.withdraw(rows.map(({ row }) => row));
    await this.changes.finish(finished);
    this.queuePreviews(batch);
    for (const id of blocked) this.postpone(id);
    if (blocked.length > 0) this.facets.forget();
    const errors = [...new Set(batch.failed.map((error) => error.message))];
    this.options.onJob({
      kind: 'publish',
      ok: errors.length === 0,
      ms: batch.age,
      routes: [...batch.routes],
      errors,
    });
    for (const error of errors) {
      this.options.log(`Not published, the previous page stays: ${error}`);
    }
  }

  /** What the changes took off the pages is not served any more, and what is erased is kept nowhere. */
  private async withdraw(rows: readonly OutboxRow[]): Promise<void> {
    this.withdrawals.note(rows);
    await this.withdrawals.run();
    const erased = rows.some(({ table_name: table, new: now }) => table === 'artists' && !now);
    if (erased) await this.options.onErased?.();
  }

  /**
   * A picture that is new takes a second: the change that brings it waits for it, and no other change does. It also
   * waits while the storage or the disk refuses; whoever is to vanish brings no pictures.
   */
  private setAside(rows: readonly OutboxRow[]): OutboxRow[] {
    const { media, log } = this.options;
    return rows.filter((row) => {
      const missing = media.missing(changeImages(row));
      if (missing.length === 0) return true;
      this.changes.hold(row.id);
      this.withdrawals.prepare(row.id, changeImages(row));
      void media
        .ensure(missing)
        .catch((error) => log(`Pictures cannot be prepared: ${error.message}`))
        .then(() => {
          this.changes.release(row.id);
          if (media.missing(missing).length > 0) this.postpone(row.id);
          else this.wake();
        });
      return false;
    });
  }

  private postpone(id: number): void {
    this.after(this.changes.postpone(id) + 10, () => this.wake());
  }

  private retry(error: unknown): void {
    if (this.stopped) return;
    const delay = backoff(++this.failures);
    const reason = error instanceof Error ? error.message : String(error);
    this.options.log(`Publishing waits ${Math.round(delay / 1000)} s: ${reason}`);
    this.after(delay, () => this.wake());
  }

  private after(ms: number, work: () => void): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, ms);
    this.timers.add(timer);
  }

  private openMirror(): Promise<Mirror> {
    this.mirror ??= Mirror.load(this.options.catalog).then(
      (mirror) => {
        this.loaded = mirror;
        return mirror;
      },
      (error) => {
        this.mirror = null;
        throw error;
      },
    );
    return this.mirror;
  }
}

const idsOf = (rows: readonly OutboxRow[]) => rows.map(({ id }) => id);
