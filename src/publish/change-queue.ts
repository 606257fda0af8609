import type { SiteChange } from '#site/affected-routes.ts';
import { backoff } from './backoff.ts';

/** Rows that wait to be published; reading claims nothing, so that a crash publishes them again. */
export interface Outbox {
  readChanges(limit: number): Promise<OutboxRow[]>;
  finishChanges(ids: readonly number[]): Promise<void>;
}
export type OutboxRow = SiteChange & { id: number };

const BATCH = 500;

/** What the publisher knows of the outbox: which rows came in, and which of those that it holds have to wait. */
export class ChangeQueue {
  private readonly outbox: Outbox;
  /** The outbox may hold rows that no notification brought, and is to be read. */
  private unread = false;
  private notified: OutboxRow[] = [];
  /** The highest id of a begun change: a notification that comes after that of a later change may be done already. */
  private begun = 0;
  /** The highest id of a begun change of each row, by table and row id. */
  private readonly latest = new Map<string, number>();
  private readonly postponed = new Map<number, { attempts: number; until: number }>();
  private readonly onHold = new Set<number>();

  constructor(outbox: Outbox) {
    this.outbox = outbox;
  }

  /** Whether `next` may give something. */
  get hasNext(): boolean {
    return this.unread || this.notified.length > 0;
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
  async next(underWay: ReadonlyMap<number, unknown>): Promise<OutboxRow[]> {
    const rows = await this.read(underWay.size);
    const now = Date.now();
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
    const limit = BATCH + this.postponed.size + this.onHold.size + underWay;
    const rows = await this.outbox.readChanges(limit);
    if (rows.length === limit) this.unread = true;
    return rows;
  }

  /** Notes that these are begun; leaves out those that had to wait while a later change of the same row went ahead. */
  begin(rows: readonly OutboxRow[]): OutboxRow[] {
    return rows.filter(({ id, table_name: table, old, new: now }) => {
      this.begun = Math.max(this.begun, id);
      const row = `${table} ${now?.id ?? old?.id}`;
      const before = this.latest.get(row) ?? 0;
      this.latest.set(row, Math.max(before, id));
      return id >= before;
    });
  }

  async finish(ids: readonly number[]): Promise<void> {
    await this.outbox.finishChanges(ids);
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
    this.postponed.set(id, { attempts, until: Date.now() + delay });
    return delay;
  }
}
