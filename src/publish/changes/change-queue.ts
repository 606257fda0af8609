import type { FinishedJob } from '#features/publishing/publishing.ts';
import { backoff } from '#node/backoff.ts';
import type { DirectoryChange, UnreadableChange } from '#site/directory/directory-change.ts';

/** Rows that wait to be published; reading claims nothing, so that a crash publishes them again. */
export interface ChangeOutbox {
  readChanges(limit: number): Promise<OutboxRow[]>;
  /** Drops published changes, and notes the job that published them. */
  finishChanges(ids: readonly number[], job: FinishedJob): Promise<void>;
}
export type OutboxRow = DirectoryChange | UnreadableChange;

const CHANGES_PER_READ = 1000;

/** What the publisher knows of the outbox: which rows came in, and which of those that it holds have to wait. */
export class ChangeQueue {
  private readonly outbox: ChangeOutbox;
  /** The outbox may hold rows that no notification brought, and is to be read. */
  private unread = false;
  private notified: OutboxRow[] = [];
  /** The highest id of a begun change: a notification that comes after that of a later change may be done already. */
  private begun = 0;
  /** The highest id of a begun change of each row, by table and row id. */
  private readonly latest = new Map<string, number>();
  private readonly postponed = new Map<number, { attempts: number; until: number }>();
  private readonly onHold = new Set<number>();

  constructor(outbox: ChangeOutbox) {
    this.outbox = outbox;
  }

  /** Whether `next` may give something. */
  get hasNext(): boolean {
    return this.unread || this.notified.length > 0;
  }

  /** Whether the outbox holds nothing, as far as is known. */
  get idle(): boolean {
    return !this.hasNext && this.postponed.size === 0 && this.onHold.size === 0;
  }

  /** Has the outbox read the next time. */
  invalidate(): void {
    this.unread = true;
  }

  /** Takes in rows of the outbox that the database's notification brought. */
  notify(rows: readonly OutboxRow[]): void {
    this.notified.push(...rows);
  }

  /** The rows to publish now, without those that are under way or have to wait. */
  async next(underWay: { size: number; has(id: number): boolean }): Promise<OutboxRow[]> {
    const rows = await this.read(underWay.size);
    const now = performance.now();
    return rows.filter(
      ({ id }) =>
        !underWay.has(id) && !this.onHold.has(id) && (this.postponed.get(id)?.until ?? 0) <= now,
    );
  }

  /** What notifications brought, if that is new and all of it; else what the outbox holds. */
  private async read(underWay: number): Promise<OutboxRow[]> {
    const notified = this.notified.splice(0);
    if (!this.unread && notified.every(({ id }) => id > this.begun)) return notified;
    this.unread = false;
    const limit = CHANGES_PER_READ + this.postponed.size + this.onHold.size + underWay;
    const rows = await this.outbox.readChanges(limit);
    if (rows.length === limit) this.unread = true;
    return rows;
  }

  /** Notes that these are begun; leaves out those that had to wait while a later change of the same row went ahead. */
  begin(rows: readonly OutboxRow[]): OutboxRow[] {
    return rows.filter((row) => {
      this.begun = Math.max(this.begun, row.id);
      if (row.table === null) return true;
      const key = `${row.table} ${row.rowId}`;
      const before = this.latest.get(key) ?? 0;
      this.latest.set(key, Math.max(before, row.id));
      return row.id >= before;
    });
  }

  async finish(ids: readonly number[], job: FinishedJob): Promise<void> {
    await this.outbox.finishChanges(ids, job);
    for (const id of ids) this.postponed.delete(id);
  }

  /** Leaves a row out until it is released. */
  hold(id: number): void {
    this.onHold.add(id);
  }

  release(id: number): void {
    this.onHold.delete(id);
  }

  /** Leaves a row out for a while, longer each time; gives the milliseconds. */
  postpone(id: number): number {
    const attempts = (this.postponed.get(id)?.attempts ?? 0) + 1;
    const delay = backoff(attempts);
    this.postponed.set(id, { attempts, until: performance.now() + delay });
    return delay;
  }
}
