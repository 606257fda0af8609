import type { Limit } from './options.ts';

/** Counts in fixed windows per key. */
export interface Limiter {
  /** Takes one; null when there was one left, otherwise the seconds until the next window. */
  take(key: string): Awaitable<number | null>;
  /** Gives one back that turned out not to count. */
  giveBack(key: string): Awaitable<void>;
  forget(key: string): Awaitable<void>;
}

/** Makes what counts for a limit; its name tells it apart from the others. */
export type Limiters = (name: string, limit: Limit) => Limiter;

type Awaitable<T> = T | Promise<T>;

const MAX_KEYS = 50_000;

/** Where one server has all callers. */
export const inMemory: Limiters = (_, limit) => new MemoryLimiter(limit);

/** Counts in this process, with bounded memory. */
export class MemoryLimiter implements Limiter {
  readonly #limit: Limit;
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  constructor(limit: Limit) {
    this.#limit = limit;
  }

  take(key: string): number | null {
    // A clock that is set back must not lengthen a wait.
    const now = performance.now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      this.#windows.delete(key);
      this.#makeRoom(now);
      window = { count: 0, endsAt: now + this.#limit.windowMs };
      this.#windows.set(key, window);
    }
    if (window.count >= this.#limit.max) return Math.ceil((window.endsAt - now) / 1000);
    window.count += 1;
    return null;
  }

  giveBack(key: string): void {
    const window = this.#windows.get(key);
    if (window && window.count > 0) window.count -= 1;
  }

  forget(key: string): void {
    this.#windows.delete(key);
  }

  /** Oldest first; a flood of addresses must not be able to wipe the counters of everybody else at once. */
  #makeRoom(now: number): void {
    if (this.#windows.size < MAX_KEYS) return;
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < MAX_KEYS) return;
      this.#windows.delete(key);
    }
  }
}
