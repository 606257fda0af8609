import { setBounded } from '#node/bounded-map.ts';
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

/** A flood of addresses must not be able to wipe the counters of everybody else at once: the oldest go first. */
const MAX_KEYS = 50_000;

/** Counts in this process, with bounded memory: where one server has all callers. */
export const inMemory: Limiters = (_, { max, windowMs }) => {
  const windows = new Map<string, { count: number; endsAt: number }>();
  return {
    take(key) {
      // A clock that is set back must not lengthen a wait.
      const now = performance.now();
      let window = windows.get(key);
      if (!window || window.endsAt <= now) {
        window = { count: 0, endsAt: now + windowMs };
        setBounded(windows, key, window, MAX_KEYS);
      }
      if (window.count >= max) return Math.ceil((window.endsAt - now) / 1000);
      window.count += 1;
      return null;
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    },
    forget: (key) => void windows.delete(key),
  };
};
