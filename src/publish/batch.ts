import type { Catalog } from '#site/catalog.ts';
import type { OutboxRow } from './change-queue.ts';
import type { RenderError } from './renderer.ts';

/** From this many on it pays to let the reads of several pages overlap. */
const MANY = 8;
const AT_A_TIME = 4;

/** A change and all routes that show it. */
export interface RoutedRow {
  row: OutboxRow;
  routes: ReadonlySet<string>;
}

/** Changes that are being published: what is done of them and what is left. */
export class Batch {
  readonly rows = new Map<number, RoutedRow>();
  /** All routes so far, done or not. */
  readonly routes = new Set<string>();
  readonly failed: RenderError[] = [];
  /** Reads made since the last rows were added, each once. */
  catalog: Catalog | undefined;
  private readonly left = new Set<string>();
  private readonly started = performance.now();

  get isEmpty(): boolean {
    return this.rows.size === 0;
  }

  get age(): number {
    return performance.now() - this.started;
  }

  /** Adds rows whose own pages are published already; the others are, again or for the first time, to do. */
  add(
    rows: readonly RoutedRow[],
    own: ReadonlySet<string>,
    failed: readonly RenderError[],
    catalog: Catalog,
  ): void {
    this.catalog = catalog;
    this.failed.push(...failed);
    for (const routed of rows) {
      this.rows.set(routed.row.id, routed);
      for (const route of routed.routes) this.addRoute(route, own);
    }
  }

  private addRoute(route: string, own: ReadonlySet<string>): void {
    this.routes.add(route);
    if (own.has(route)) this.left.delete(route);
    else this.left.add(route);
  }

  /** The next routes to render; none when all are done. */
  take(): string[] {
    const next = [...this.left].slice(0, this.left.size > MANY ? AT_A_TIME : 1);
    for (const route of next) this.left.delete(route);
    return next;
  }
}
