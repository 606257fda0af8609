import { englishPath } from '#config/language-paths.ts';
import type { RenderError } from '../rendering/renderer.ts';
import type { OutboxRow } from './change-queue.ts';

/** A change all of whose pages were rendered, or refused to be. */
export interface PublishedChange {
  change: OutboxRow;
  /** Every page that shows it. */
  routes: ReadonlySet<string>;
  errors: RenderError[];
}

type Entry = PublishedChange & { left: number };

/** Pages that are still to be rendered, first come first served, and the changes that wait for them. */
export class PageQueue {
  /** The changes that wait for each page. */
  readonly #waiting = new Map<string, Set<Entry>>();
  readonly #entries = new Map<number, Entry>();
  #published: Entry[] = [];

  /** Changes that were added and not taken out as published. */
  get size(): number {
    return this.#entries.size;
  }

  has(changeId: number): boolean {
    return this.#entries.has(changeId);
  }

  add(change: OutboxRow, routes: ReadonlySet<string>): void {
    const entry: Entry = { change, routes, errors: [], left: routes.size };
    this.#entries.set(change.id, entry);
    for (const route of routes) {
      const waiting = this.#waiting.get(route);
      if (waiting) waiting.add(entry);
      else this.#waiting.set(route, new Set([entry]));
    }
    if (entry.left === 0) this.#published.push(entry);
  }

  /** The pages that wait longest, at most so many; none when all are rendered. */
  next(count: number): string[] {
    return [...this.#waiting.keys().take(count)];
  }

  /** Says of pages that they were rendered as the changes want them, but for those that failed, if in one language. */
  markRendered(routes: Iterable<string>, failed: readonly RenderError[]): void {
    for (const route of routes) {
      const errors = failed.filter((one) => englishPath(one.route) === route);
      for (const entry of this.#waiting.get(route) ?? []) {
        entry.errors.push(...errors);
        if (--entry.left === 0) this.#published.push(entry);
      }
      this.#waiting.delete(route);
    }
  }

  /** Takes out the changes that wait for no page any more. */
  takePublished(): PublishedChange[] {
    const published = this.#published;
    this.#published = [];
    for (const { change } of published) this.#entries.delete(change.id);
    return published;
  }

  /** Forgets all of them; the outbox still has what was not finished. */
  clear(): void {
    this.#waiting.clear();
    this.#entries.clear();
    this.#published = [];
  }
}
