import { isDeepStrictEqual } from 'node:util';
import { backoff } from '#node/backoff.ts';
import { serialQueue } from '#node/concurrency.ts';
import { toldOnce } from '#node/log.ts';
import { Timers } from '#node/timers.ts';
import type { DirectoryChange, DirectoryChecksum } from '#site/directory/directory-change.ts';
import { checksumOf } from '#site/directory/directory-checksum.ts';
import { allPreviews, pagePreviews } from '../pictures/images.ts';
import { PictureGate } from '../pictures/picture-gate.ts';
import { PreviewQueue } from '../pictures/preview-queue.ts';
import { publishRoutes } from '../releases/live-release.ts';
import type { RenderError } from '../rendering/renderer.ts';
import { mediaKey } from '../store/site-keys.ts';
import { ChangePublisher } from './change-publisher.ts';
import { ChangeQueue, type OutboxRow } from './change-queue.ts';
import { Listings } from './listings.ts';
import type { PublishedChange } from './page-queue.ts';
import type { PublisherOptions } from './publisher-options.ts';
import { tellWait } from './tell-wait.ts';
import { Withdrawals } from './withdrawals.ts';

/** How long a request for it waits until pages are stored. */
const STORED_WITHIN_MS = 5000;

/** Keeps the live release true to the database, change by change. One piece of work at a time. */
export class Publisher {
  private readonly options: PublisherOptions;
  private live: PublisherOptions['live'];
  private readonly queue: ChangeQueue;
  private readonly changes: ChangePublisher;
  private readonly listings: Listings;
  private readonly previews: PreviewQueue;
  private readonly withdrawals: Withdrawals;
  private readonly pictures: PictureGate;
  private waiting = false;
  private stopped = false;
  private failures = 0;
  private readonly trouble: ReturnType<typeof toldOnce>;
  private readonly timers = new Timers();

  constructor(options: PublisherOptions) {
    this.options = options;
    this.trouble = toldOnce(options.log, { line: 'Publishing goes on.', event: 'publish.back' });
    this.live = options.live;
    this.queue = new ChangeQueue(options.outbox);
    this.changes = new ChangePublisher({
      ...options,
      changes: this.queue,
      render: (routes, awaited) => this.render(routes, awaited),
      withPictures: (rows) => this.pictures.pass(rows),
      onBegun: (rows, latest) => this.withdrawals.begun(idsOf(rows), idsOf([...latest])),
      onListings: (affected, how) => this.listings.invalidate(affected, how),
      onPublished: (published) => this.followUp(published),
      onBlocked: (id) => this.postpone(id),
      reload: () => this.readAgain(),
      prepare: (changes) => this.pictures.prepare(changes),
    });
    this.listings = new Listings({ ...options, exclusive: this.exclusive, live: () => this.live });
    this.withdrawals = new Withdrawals({
      ...options,
      building: options.building ?? (() => false),
      onGone: (names) => options.onChanged(names.map(mediaKey)),
    });
    this.pictures = new PictureGate({
      ...options,
      queue: this.queue,
      withdrawals: this.withdrawals,
      wake: () => this.wake(),
      postpone: (id) => this.postpone(id),
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

  /** Whether the outbox could be read the last time. */
  get isWell(): boolean {
    return this.failures === 0;
  }

  /** Finishes changes whose pages are stored by now. */
  finish(): void {
    this.start();
  }

  /** Publishes what waits and says how many changes that were; rejects when the outbox cannot be read. */
  async flush(): Promise<number> {
    this.queue.invalidate();
    const published = await this.exclusive(() => this.drain());
    const { store } = this.options;
    if (!store || store.isStored) return published;
    await store.settled(STORED_WITHIN_MS);
    return published + (await this.exclusive(() => this.drain()));
  }

  /** Reads the directory again and publishes what is different; where the outbox may not have had everything. */
  reload(): Promise<void> {
    return this.exclusive(async () => {
      const rows = await this.readAgain();
      if (rows === 0) return;
      this.options.log(`The directory was read again: ${rows} row(s) had changed unnoticed.`);
    });
  }

  /**
   * Publishes what waits, and reads the directory again where the database has other rows than it.
   * @param read asks the database; with `again` for the sum of the present rows, without for one that may be older.
   */
  async verify(read: (again: boolean) => Promise<DirectoryChecksum>): Promise<void> {
    // An older sum differs once, and so does what is committed between the two.
    for (let tries = 0; tries < 3; tries++) {
      await this.flush();
      if (!this.changes.idle || !this.queue.idle) return;
      if (isDeepStrictEqual(await read(tries > 0), checksumOf(this.options.directory))) return;
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
    if (live.release.id === this.live.release.id) return this.render(routes, false);
    return publishRoutes(live.release, live.renderer, this.options, routes);
  }

  private render(routes: Iterable<string>, awaited: boolean): Promise<RenderError[]> {
    const { onChanged, onRendered, onWritten } = this.options;
    const { release, renderer } = this.live;
    return publishRoutes(release, renderer, this.options, routes, {
      onChanged: (file) => onChanged([file]),
      onRendered: awaited ? onRendered : undefined,
      onWritten,
    });
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
    const { directory, media } = this.options;
    this.previews.add(allPreviews(directory, (url) => media.picture(url) !== null));
  }

  /** Search index and sitemap, now rather than a little later. */
  refreshListings(): Promise<void> {
    return this.listings.refresh();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.previews.stop();
    this.timers.end();
    await this.exclusive(async () => {}); // what was under way has ended
    await this.listings.stop();
  }

  /**
   * What changes that are on the pages bring with them: what they took off is not served any more, what is erased is kept
   * nowhere, and preview images are drawn in the background.
   */
  private async followUp(published: readonly PublishedChange[]): Promise<void> {
    const { directory, media, onErased } = this.options;
    const changes = published.map(({ change }) => change).filter((row) => row.table !== null);
    this.withdrawals.suspect(changes);
    await this.withdrawals.run();
    if (changes.some(erases)) await onErased?.();
    const routes = new Set(published.flatMap((one) => [...one.routes]));
    this.previews.add(pagePreviews(directory, routes, (url) => media.picture(url) !== null));
  }

  private async readAgain(): Promise<number> {
    return this.changes.replace(await this.options.readRows());
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
    this.trouble.over();
    return published;
  }

  private postpone(id: number): void {
    this.timers.after(this.queue.postpone(id) + 10, () => this.wake());
  }

  private retry(error: unknown): void {
    if (this.stopped) return;
    const delay = backoff(++this.failures, this.options.retries);
    tellWait(this.trouble.tell, `Publishing waits ${Math.round(delay / 1000)} s`, error);
    this.timers.after(delay, () => this.wake());
  }
}

const idsOf = (rows: readonly OutboxRow[]) => rows.map(({ id }) => id);

/** Whether a person is to be kept nowhere: an artist is deleted, or who wrote a review. */
function erases({ table, old, new: now, deleted }: DirectoryChange): boolean {
  if (table === 'reviews') return now !== null && old?.author_name != null && !now.author_name;
  return table === 'artists' && deleted;
}
