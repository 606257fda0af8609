import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '#node/backoff.ts';
import { inParallel } from '#node/concurrency.ts';
import type { Verdict } from './look.ts';

export const CHECK_TIMES = {
  /** After a purge that was in vain, at first and at most. */
  retry: { firstMs: 50, mostMs: 10_000 },
  /** What shows the new page is looked at once more: a fetch that was under way may still bring the old one. */
  onceMoreMs: 5000,
  /** By then, some five minutes, it heals by itself. */
  mostTries: 40,
};

interface CheckOptions {
  look: (url: string) => Promise<Verdict>;
  /** It shows something else than it should. */
  onOld: (url: string) => void;
  /** Nothing is left to look at. */
  onSettled: () => void;
  /** It showed something else to the end. */
  onGivenUp: (url: string) => void;
  ended: AbortSignal;
  times?: typeof CHECK_TIMES;
}

interface Check {
  at: number;
  /** How often it was old, or not to be seen. */
  tries: number;
  /** It was new once. */
  wasNew: boolean;
}

const WIDTH = 16;

/** Looks at what was purged until the CDN shows it as it is. */
export class PurgeChecks {
  readonly #options: CheckOptions & { times: typeof CHECK_TIMES };
  readonly #checks = new Map<string, Check>();
  #running: Promise<void> | null = null;
  #waking = new AbortController();

  constructor(options: CheckOptions) {
    this.#options = { times: CHECK_TIMES, ...options };
  }

  /** What is not seen to be new yet. */
  get urls(): string[] {
    return [...this.#checks.keys()];
  }

  /** These were purged. */
  add(urls: readonly string[]): void {
    const now = performance.now();
    const { retry } = this.#options.times;
    for (const url of urls) {
      const tries = this.#checks.get(url)?.tries ?? 0;
      const wait = tries > 1 ? backoff(tries - 1, retry) : 0;
      this.#checks.set(url, { at: now + wait, tries, wasNew: false });
    }
    this.#waking.abort();
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is left to look at; null where nothing is. */
  get running(): Promise<void> | null {
    return this.#running;
  }

  /** These have changed: what was in vain before does not count. */
  forget(urls: readonly string[]): void {
    for (const url of urls) this.#checks.delete(url);
  }

  async #run(): Promise<void> {
    const { ended, onSettled } = this.#options;
    // Others are added in the same moment.
    await Promise.resolve();
    while (this.#checks.size > 0 && !ended.aborted) {
      const now = performance.now();
      const due = [...this.#checks].filter(([, { at }]) => at <= now);
      if (due.length > 0) await inParallel(due, WIDTH, (each) => this.#check(...each));
      else await this.#rest(Math.min(...[...this.#checks.values()].map(({ at }) => at)) - now);
    }
    this.#running = null;
    if (!ended.aborted) onSettled();
  }

  async #rest(ms: number): Promise<void> {
    this.#waking = new AbortController();
    const signal = AbortSignal.any([this.#options.ended, this.#waking.signal]);
    // What waits for its purge has no time yet.
    const most = 2 ** 31 - 1;
    await pause(Math.min(ms, most), undefined, { signal }).catch(() => {});
  }

  async #check(url: string, check: Check): Promise<void> {
    const { look, onOld, onGivenUp, times } = this.#options;
    const verdict = await look(url);
    // It was purged anew meanwhile, or has changed.
    if (this.#checks.get(url) !== check) return;
    if (verdict === 'new') {
      if (check.wasNew) this.#checks.delete(url);
      else
        this.#checks.set(url, {
          ...check,
          at: performance.now() + times.onceMoreMs,
          wasNew: true,
        });
      return;
    }
    const tries = check.tries + 1;
    if (tries > times.mostTries) {
      this.#checks.delete(url);
      if (verdict === 'old') onGivenUp(url);
    } else if (verdict === 'old') {
      this.#checks.set(url, { ...check, at: Number.POSITIVE_INFINITY, tries });
      onOld(url);
    } else {
      const at = performance.now() + backoff(tries, times.retry);
      this.#checks.set(url, { ...check, at, tries });
    }
  }
}
