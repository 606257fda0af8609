import { backoff } from '#node/backoff.ts';
import { serialQueue } from '#node/concurrency.ts';
import type { Log } from '#node/log.ts';
import { tellWait } from './tell-wait.ts';

interface FollowingOptions {
  /** It begins when nothing has changed for so long, and within so long at the latest. */
  quietMs: number;
  latestMs: number;
  work: () => Promise<void>;
  /** What is said when it fails, and when it has worked again. */
  waits: string;
  back: string;
  log: Log;
}

/** Work that follows changes a little later, one time after the other, and is tried again until it has worked. */
export class FollowingWork {
  readonly #options: FollowingOptions;
  readonly inTurn = serialQueue();
  #since: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #next: Promise<void> | null = null;
  #failures = 0;
  #stopped = false;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Whether something has changed since it began the last time. */
  get isDue(): boolean {
    return this.#since !== null;
  }

  /** Something has changed. */
  follow({ atOnce = false } = {}): void {
    if (this.#stopped) return;
    const { quietMs, latestMs } = this.#options;
    const now = performance.now();
    this.#since ??= now;
    this.#after(atOnce ? 0 : Math.max(0, Math.min(quietMs, this.#since + latestMs - now)));
  }

  /** Works now; calls before the next time has begun are one. */
  run(): Promise<void> {
    this.#next ??= this.inTurn(() => this.#work());
    return this.#next;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.inTurn(async () => {}); // what was under way has ended
  }

  #after(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.run(), ms);
  }

  async #work(): Promise<void> {
    const { work, waits, back, log } = this.#options;
    this.#next = null;
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#since = null;
    try {
      await work();
      if (this.#failures > 0) log(back, { event: 'publish.back' });
      this.#failures = 0;
    } catch (error) {
      if (this.#stopped) return;
      tellWait(log, waits, error);
      this.#after(backoff(++this.#failures));
    }
  }
}
