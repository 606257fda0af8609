import { isDeepStrictEqual } from 'node:util';
import type { DirectoryChecksum, DirectoryRows } from '#domain/directory-change.ts';
import type { FinishedJob } from '#domain/publishing.ts';
import type { Directory } from '#site/directory.ts';
import { checksumOf } from '#site/directory-checksum.ts';
import type { Site } from '#site/scope.ts';
import type { SearchRecord } from '#site/search-records.ts';
import { backoff } from './backoff.ts';
import { ChangePublisher } from './change-publisher.ts';
import { ChangeQueue, type Outbox, type OutboxRow } from './change-queue.ts';
import { serialQueue } from './concurrency.ts';
import { allPreviews, changeImages, changePreview, cityStylePages } from './images.ts';
import type { Journal } from './journal.ts';
import { Listings } from './listings.ts';
import { publishRoutes } from './live-release.ts';
import type { MediaStore } from './media.ts';
import type { PublishedChange } from './page-queue.ts';
import { PreviewQueue } from './preview-queue.ts';
import type { Release } from './releases.ts';
import type { RenderError, Renderer } from './renderer.ts';
import { Withdrawals } from './withdrawals.ts';

export interface PublisherOptions {
  outbox: Outbox;
  directory: Directory;
  /** Ids of the changes in the outbox that the directory had when it was read. */
  readWith?: Iterable<number>;
  /** Reads everything that pages show. */
  readRows: () => Promise<DirectoryRows>;
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
  onJob: (job: FinishedJob) => void;
  log: (line: string) => void;
  /** Who writes the search index into a directory; this process, if nobody is named. */
  writeIndex?: (records: Iterable<SearchRecord>, dir: string) => Promise<void>;
}

/** Keeps the live release true to the database, change by change. One piece of work at a time. */
export class Publisher {
  private readonly options: PublisherOptions;
  private live: PublisherOptions['live'];
  private readonly queue: ChangeQueue;
  private readonly changes: ChangePublisher;
  private readonly listings: Listings;
  private readonly previews: PreviewQueue;
  private readonly withdrawals: Withdrawals;
  private waiting = false;
  private stopped = false;
  private failures = 0;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(options: PublisherOptions) {
    this.options = options;
    this.live = options.live;
    this.queue = new ChangeQueue(options.outbox);
    this.changes = new ChangePublisher({
      ...options,
      readWith: options.readWith ?? [],
      changes: this.queue,
      render: (routes) => this.publish(routes),
      withPictures: (rows) => this.setAside(rows),
      onBegun: (rows, latest) => this.withdrawals.begun(idsOf(rows), idsOf([...latest])),
      onListings: (affected, how) => this.listings.invalidate(affected, how),
      onPublished: (published) => this.published(published),
      onBlocked: (id) => this.postpone(id),
      reload: async () => this.changes.replace(await options.readRows()),
    });
    this.listings = new Listings({
      ...options,
      exclusive: this.exclusive,
      live: () => this.live,
    });
    this.withdrawals = new Withdrawals({
      ...options,
      building: options.building ?? (() => false),
      onGone: options.onWithdrawn ?? (() => {}),
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
    this.queue.invalidate();
    this.start();
  }

  /** Publishes rows of the outbox without reading it: the database's notification brought them. */
  notify(rows: readonly OutboxRow[]): void {
    this.queue.notify(rows);
    this.start();
  }

  /** Publishes what waits and says how many changes that were; rejects when the outbox cannot be read. */
  flush(): Promise<number> {
    this.queue.invalidate();
    return this.exclusive(() => this.drain());
  }

  /** Reads the directory again and publishes what is different; for whoever doubts that the outbox had everything. */
  reload(): Promise<void> {
    return this.exclusive(async () => this.changes.replace(await this.options.readRows()));
  }

  /**
   * Publishes what waits, and reads the directory again where the database has other rows than it.
   * @param read asks the database.
   */
  async verify(read: () => Promise<DirectoryChecksum>): Promise<void> {
    // What is committed between the two makes them differ once.
    for (let tries = 0; tries < 2; tries++) {
      await this.flush();
      if (!this.changes.idle || !this.queue.idle) return;
      const checksum = await read();
      if (isDeepStrictEqual(checksum, checksumOf(this.options.directory))) return;
    }
    await this.reload();
  }

  /** Runs alone: nothing is published meanwhile. */
  readonly exclusive = serialQueue();

  /** Goes on with another release. Call within `exclusive`. */
  switchTo(live: PublisherOptions['live']): void {
    this.live = live;
    this.listings.invalidate(undefined, { purge: true });
    this.withdrawals.suspectAll();
  }

  get current(): PublisherOptions['live'] {
    return this.live;
  }

  /** Renders these routes whatever the outbox says. Call within `exclusive`. */
  async publish(routes: Iterable<string>, live = this.live): Promise<RenderError[]> {
    const { onChanged, media, directory } = this.options;
    const site: Site = { directory, media };
    const isLive = live.release.id === this.live.release.id;
    const { failed } = await publishRoutes(live.release, live.renderer, site, routes, (file) => {
      if (isLive) onChanged([file]);
    });
    return failed;
  }

  /** Finishes what was under way when the process before this one ended. */
  async prepare(): Promise<void> {
    this.listings.resume();
    this.withdrawals.suspectAll();
    await this.exclusive(() => this.withdrawals.run());
  }

  /** Search index and lists of a release that is about to be served. */
  renewListings(live: PublisherOptions['live']): Promise<void> {
    return this.listings.renew(live);
  }

  /** Draws the preview images that are still missing, in the background. */
  queueMissingPreviews(): void {
    this.previews.add(allPreviews(this.options.directory, this.usable));
  }

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

  private start(): void {
    if (this.waiting || this.stopped) return;
    this.waiting = true;
    void this.exclusive(async () => {
      this.waiting = false;
      await this.drain();
    }).catch((error) => this.retry(error));
  }

  private async drain(): Promise<number> {
    const published = await this.changes.drain(() => this.stopped);
    await this.withdrawals.run();
    this.failures = 0;
    return published;
  }

  private readonly usable = (url: string) => this.options.media.picture(url) !== null;

  /** What the changes took off the pages is not served any more, and what is erased is kept nowhere. */
  private async published(published: readonly PublishedChange[]): Promise<void> {
    const changes = published.map(({ change }) => change).filter((row) => row.table !== null);
    this.withdrawals.note(changes);
    await this.withdrawals.run();
    if (changes.some(({ table, deleted }) => table === 'artists' && deleted))
      await this.options.onErased?.();
    const routes = new Set(published.flatMap((one) => [...one.routes]));
    this.previews.add([
      ...changes.flatMap((change) => changePreview(change, this.usable)),
      ...cityStylePages(this.options.directory, routes, this.usable),
    ]);
  }

  /**
   * A picture that is new takes a second: the change that brings it waits for it, and no other change does. It also
   * waits while the storage or the disk refuses; whoever is to vanish brings no pictures.
   */
  private setAside(rows: readonly OutboxRow[]): OutboxRow[] {
    const { media, log } = this.options;
    return rows.filter((row) => {
      const images = row.table === null ? [] : changeImages(row);
      const missing = media.missing(images);
      if (missing.length === 0) return true;
      this.queue.hold(row.id);
      this.withdrawals.prepare(row.id, images);
      void media
        .ensure(missing)
        .catch((error) => log(`Pictures cannot be prepared: ${error.message}`))
        .then(() => {
          this.queue.release(row.id);
          if (media.missing(missing).length > 0) this.postpone(row.id);
          else this.wake();
        });
      return false;
    });
  }

  private postpone(id: number): void {
    this.after(this.queue.postpone(id) + 10, () => this.wake());
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
}

const idsOf = (rows: readonly OutboxRow[]) => rows.map(({ id }) => id);
