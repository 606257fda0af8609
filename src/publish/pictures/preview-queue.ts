import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#node/log.ts';
import type { LinkPreview } from '#site/media.ts';
import { tellWait } from '../changes/tell-wait.ts';

/** A page and the preview image that its head refers to once there is one. */
export interface PreviewPage {
  route: string;
  preview: LinkPreview;
}

interface PreviewQueueOptions {
  /** True when there is a new image; throws what may be otherwise later. */
  draw: (preview: LinkPreview) => Promise<boolean>;
  /** Renders pages again, which now refer to their image. */
  publish: (routes: string[]) => Promise<unknown>;
  log: Log;
  /** How long what the disk has refused waits for the next try. */
  retryMs?: number;
}

/** Pages whose images are drawn before the pages are rendered again. */
const PREVIEWS_PER_PUBLISH = 8;

/** Rest after each drawing, as a multiple of the time it took: pages and visitors need the machine more. */
const REST_FACTOR = 2;
const RETRY_MS = 30_000;

/**
 * Draws preview images beside everything else, one at a time, and publishes their pages again. Nothing waits
 * for it: a page without its image is whole, and what is lost in a crash is drawn after the next start.
 */
export class PreviewQueue {
  private readonly options: PreviewQueueOptions;
  private readonly waiting = new Map<string, LinkPreview>();
  private running: Promise<void> | null = null;
  private readonly ended = new AbortController();
  /** What could not be written; nobody waits for it. */
  private readonly refused = new Map<string, PreviewPage>();
  private retry: NodeJS.Timeout | undefined;

  constructor(options: PreviewQueueOptions) {
    this.options = options;
  }

  /** The newest wish of a page counts. */
  add(pages: Iterable<PreviewPage>): void {
    for (const { route, preview } of pages) this.waiting.set(route, preview);
    if (this.waiting.size === 0 || this.ended.signal.aborted) return;
    this.running ??= this.work().finally(() => {
      this.running = null;
      // What came while the last ones were published.
      this.add([]);
    });
  }

  /** Settles when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  async stop(): Promise<void> {
    this.ended.abort();
    clearTimeout(this.retry);
    this.waiting.clear();
    await this.running;
  }

  private async work(): Promise<void> {
    let drawn: string[] = [];
    for (const [route, preview] of this.waiting) {
      this.waiting.delete(route);
      const started = performance.now();
      if (await this.draw({ route, preview })) {
        drawn.push(route);
        // Ends early with the queue.
        const ms = (performance.now() - started) * REST_FACTOR;
        await pause(ms, undefined, { signal: this.ended.signal }).catch(() => {});
      }
      if (drawn.length >= PREVIEWS_PER_PUBLISH) {
        await this.publish(drawn);
        drawn = [];
      }
      if (this.ended.signal.aborted) break;
    }
    await this.publish(drawn);
  }

  private async draw(page: PreviewPage): Promise<boolean> {
    try {
      this.refused.delete(page.route);
      return await this.options.draw(page.preview);
    } catch {
      this.refused.set(page.route, page);
      this.retry ??= setTimeout(() => {
        this.retry = undefined;
        // A page that has another wish by now keeps that one.
        this.add([...this.refused.values()].filter(({ route }) => !this.waiting.has(route)));
      }, this.options.retryMs ?? RETRY_MS).unref();
      return false;
    }
  }

  private async publish(routes: string[]): Promise<void> {
    if (routes.length === 0 || this.ended.signal.aborted) return;
    try {
      await this.options.publish(routes);
    } catch (error) {
      tellWait(this.options.log, 'Preview images wait', error);
    }
  }
}
