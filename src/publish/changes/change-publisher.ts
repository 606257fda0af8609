import { englishPath, pathIn } from '#config/language-paths.ts';
import type { FinishedJob } from '#features/publishing/publishing.ts';
import type { Log } from '#node/log.ts';
import { type AffectedListings, applyChanges, possibleRoutes } from '#site/affected-routes.ts';
import type { Directory } from '#site/directory/directory.ts';
import type {
  DirectoryChange,
  DirectoryRows,
  UnreadableChange,
} from '#site/directory/directory-change.ts';
import { differences } from '#site/directory/directory-differences.ts';
import { ownPages } from '#site/page-contents.ts';
import type { RenderError } from '../rendering/renderer.ts';
import type { ChangeQueue, OutboxRow } from './change-queue.ts';
import type { Journal } from './journal.ts';
import { PageQueue, type PublishedChange } from './page-queue.ts';
import type { PublishedJob, PublisherOptions } from './publisher-options.ts';

interface ChangePublisherOptions {
  directory: Directory;
  /** Ids of changes that the directory may have had when it was read; null for all that wait. */
  readWith?: Iterable<number> | null;
  changes: ChangeQueue;
  journal: Journal;
  /** Renders pages into the live release, perhaps for a visitor who waits for them; gives those that could not be. */
  render: (routes: Iterable<string>, awaited: boolean) => Promise<RenderError[]>;
  /** Makes the pictures that changes bring, as far as they can be had. */
  prepare: (changes: readonly DirectoryChange[]) => Promise<void>;
  /** Gives those rows that can be published now; the others come again. */
  withPictures: (rows: OutboxRow[]) => OutboxRow[];
  /** These are on the pages from now on, the latest of each row. */
  onBegun: (rows: readonly OutboxRow[], latest: ReadonlySet<OutboxRow>) => void;
  onListings: (affected: AffectedListings, options: { purge: boolean }) => void;
  /** All pages of these are rendered, and the outbox still has them. */
  onPublished: (published: readonly PublishedChange[]) => Promise<void>;
  store?: PublisherOptions['store'];
  /** A page of this change could not be rendered. */
  onBlocked: (id: number) => void;
  onJob: (job: PublishedJob) => void;
  /** Reads the directory again. */
  reload: () => Promise<unknown>;
  log: Log;
}

/** Pages rendered between two looks at what has come in. */
const PAGES_PER_TURN = 2;

/** Published changes are finished together, as long as others are published, but no later than this. */
const FINISH_WITHIN_MS = 500;

/**
 * Publishes changes of the outbox. A changed row's own page goes before everything else, however much there is to do,
 * and first in the language of who changed it; the other pages that show it follow, the longest waiting first. A change
 * is finished when all its pages are.
 */
export class ChangePublisher {
  readonly #options: ChangePublisherOptions;
  readonly #pages = new PageQueue();
  /** The pages of changes that the directory has and the outbox too; null where they are not known. */
  readonly #applied: Map<number, ReadonlySet<string> | null>;
  /** Whatever waits may be in the directory already. */
  #unsure: boolean;
  #published: PublishedChange[] = [];
  #started = 0;

  constructor(options: ChangePublisherOptions) {
    this.#options = options;
    this.#applied = new Map(Array.from(options.readWith ?? [], (id) => [id, null]));
    this.#unsure = options.readWith === null;
  }

  /** Whether every change that was begun is finished. */
  get idle(): boolean {
    return this.#applied.size === 0;
  }

  /** Publishes what waits and says how many changes that were. Rejects when the outbox or the disk refuses. */
  async drain(stopped: () => boolean): Promise<number> {
    const { changes, withPictures } = this.#options;
    let finished = 0;
    try {
      while (!stopped()) {
        if (changes.hasNext) {
          const rows = withPictures(await changes.next(this.#underWay()));
          if (rows.length > 0) await this.#begin(rows);
        }
        const routes = this.#pages.next(PAGES_PER_TURN);
        if (routes.length > 0) await this.#render(routes, false);
        this.#published.push(...this.#pages.takePublished());
        const idle = routes.length === 0 && !changes.hasNext;
        if (idle || performance.now() - this.#started > FINISH_WITHIN_MS)
          finished += await this.#finish();
        if (idle) {
          this.#unsure = false;
          break;
        }
      }
      return finished;
    } catch (error) {
      // What was begun is read from the outbox and begun anew.
      this.#pages.clear();
      this.#published = [];
      throw error;
    }
  }

  /** Publishes what another reading of the directory shows, and says how many rows were others. */
  async replace(rows: DirectoryRows): Promise<number> {
    const { directory, journal, prepare, render, onListings, log } = this.#options;
    const changes = differences(directory, rows);
    if (changes.length === 0) return 0;
    await prepare(changes);
    const { own, byChange, listings } = applyChanges(directory, changes);
    const routes = [...byChange.values()].reduce((all, some) => all.union(some), own);
    for (const error of await render(routes, false)) log(`Not published: ${error.message}`, FAILED);
    await journal.record(routes);
    onListings(listings, { purge: changes.some(vanishes) });
    return changes.length;
  }

  /** Changes that were begun and not finished. */
  #underWay() {
    const published = new Set(this.#published.map(({ change }) => change.id));
    return {
      has: (id: number) => this.#pages.has(id) || published.has(id),
      size: this.#pages.size + published.size,
    };
  }

  async #begin(rows: readonly OutboxRow[]): Promise<void> {
    const { changes, directory, onBegun, onListings } = this.#options;
    if (this.#underWay().size === 0) this.#started = performance.now();
    const latest = new Set(changes.begin(rows));
    onBegun(rows, latest);
    const fresh: DirectoryChange[] = [];
    const again: DirectoryChange[] = [];
    for (const row of rows) {
      if (row.table === null) await this.#readAnew(row);
      else if (this.#unsure || this.#applied.has(row.id)) again.push(row);
      else if (latest.has(row)) fresh.push(row);
      // A later change of the same row went ahead, and the pages show that one.
      else this.#pages.add(row, new Set());
    }
    // What the pages showed before these is not known. The directory may have them, or was read just before them.
    const unknown = again.filter(({ id }) => !this.#applied.get(id));
    directory.apply(unknown.filter((change) => latest.has(change)));
    const affected = applyChanges(directory, fresh);
    const possible = possibleRoutes(directory, unknown);
    for (const [{ id }, routes] of [...affected.byChange, ...possible.byChange])
      this.#applied.set(id, routes);
    for (const change of [...fresh, ...again])
      this.#pages.add(change, this.#applied.get(change.id) ?? new Set());
    const pagesOf = (some: readonly DirectoryChange[]) =>
      new Set(some.flatMap((change) => ownPages(change, directory)));
    const spanish = pagesOf(fresh.filter(({ locale }) => locale === 'es'));
    const own = [...affected.own.union(pagesOf(again))];
    await this.#render(
      own.map((route) => (spanish.has(route) ? pathIn('es', route) : route)),
      true,
    );
    onListings(affected.listings, { purge: fresh.some(vanishes) });
    if (fresh.some((change) => lacksReviews(change, directory))) await this.#options.reload();
    if (unknown.length > 0) onListings(possible.listings, { purge: unknown.some(vanishes) });
  }

  async #readAnew(row: UnreadableChange): Promise<void> {
    const { log, reload } = this.#options;
    log(`A change cannot be read, so the directory is read again: ${row.reason}`);
    await reload();
    this.#pages.add(row, new Set());
  }

  async #render(routes: Iterable<string>, awaited: boolean): Promise<void> {
    const all = [...routes];
    const failed = await this.#options.render(all, awaited);
    this.#pages.markRendered(all.map(englishPath), failed);
  }

  /** Gives the number of changes that the outbox has no more. */
  async #finish(): Promise<number> {
    const { journal, changes, store, onPublished, onBlocked, onJob, log } = this.#options;
    // Until pages are stored, the server that takes over finds their changes in the outbox.
    if (this.#published.length === 0 || store?.isStored === false) return 0;
    const published = this.#published;
    this.#published = [];
    const routes = published.reduce((all, some) => all.union(some.routes), new Set<string>());
    await journal.record(routes);
    await onPublished(published);
    const blocked = published.filter((one) => one.errors.length > 0);
    const done = published.filter((one) => one.errors.length === 0);
    const errors = [...new Set(blocked.flatMap((one) => one.errors.map((e) => e.message)))];
    const job: FinishedJob = {
      kind: 'publish',
      ok: errors.length === 0,
      ms: performance.now() - this.#started,
      routes: [...routes],
      errors,
    };
    this.#started = performance.now();
    const ids = done.map(({ change }) => change.id);
    await changes.finish(ids, job);
    for (const id of ids) this.#applied.delete(id);
    for (const { change } of blocked) onBlocked(change.id);
    for (const error of errors) log(`Not published, the previous page stays: ${error}`, FAILED);
    onJob({ ...job, ...origins(done) });
    return ids.length;
  }
}

/** Which requests are behind changes, and how long ago the first of them was. */
function origins(published: readonly PublishedChange[]): Pick<PublishedJob, 'requests' | 'lagMs'> {
  const changes = published.map(({ change }) => change).filter((row) => row.table !== null);
  const requests = new Set(changes.flatMap(({ request }) => request ?? []));
  const first = Math.min(...changes.map(({ at = Number.POSITIVE_INFINITY }) => at));
  return {
    ...(requests.size > 0 && { requests: [...requests] }),
    ...(Number.isFinite(first) && { lagMs: Math.max(0, Date.now() - first) }),
  };
}

const FAILED = { event: 'publish.failed', level: 'error' } as const;

/** Whether pages showed a row before a change, and do no more. */
const vanishes = (change: DirectoryChange) => change.old !== null && change.new === null;

/** Whether an artist came whose reviews did not: the database gives those of public artists only. */
const lacksReviews = ({ table, rowId, old, new: now }: DirectoryChange, directory: Directory) =>
  table === 'artists' && !old && !!now && directory.reviewsOf(rowId).length < now.review_count;
