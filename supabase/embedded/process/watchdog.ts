import { watchForSpin } from '#node/spin-watch.ts';
import type { Said } from '../base/messages.ts';

/** What of a backend answers. */
export interface Vitals {
  api: 'ok' | 'no answer';
  database: 'ok' | 'no answer';
}

interface Watched {
  pid: number;
  ping(): Promise<void>;
  /** Has it ask its database; `statement` gets the answer. */
  askDatabase(): void;
  /** Ends it; its supervisor starts it again. */
  kill(reason: string): void;
}

const EVERY_MS = 500;
/** How long an answer may be out before `vitals` says so, and at most until it says anything. */
const NOTICED_MS = 2000;
/** How old an answer may be for `vitals` to repeat it: asked at every call, many callers would keep the database busy. */
const FRESH_MS = 100;
/** A broken session fails at once, again and again. */
const MOST_FAILURES = 10;

export interface Watchdog {
  /** The database has answered, or refused. */
  statement(answer: Said): void;
  /** What answers now: asks where nothing was heard this moment, and waits until `NOTICED_MS` at most. */
  vitals(): Promise<Vitals>;
  stop(): void;
}

/** Ends a backend that spins, or whose database refuses every statement, and knows what of one answers. */
export function watch(
  backend: Watched,
  spinsMs: () => number,
  timeOf?: Parameters<typeof watchForSpin>[2],
): Watchdog {
  const spin = watchForSpin(backend, spinsMs, timeOf);
  let statementSince: number | null = null;
  let said: Said = 'ok';
  let failures = 0;
  let askedAt = 0;
  /** Waits for what is out. */
  const waiting = new Set<() => void>();

  const ask = () => {
    askedAt = performance.now();
    void spin.ask().then(heard);
    if (statementSince !== null) return;
    statementSince = askedAt;
    backend.askDatabase();
  };
  const outSince = () => Math.min(spin.silentSince ?? Infinity, statementSince ?? Infinity);
  const heard = () => {
    if (outSince() < Infinity) return;
    for (const go of waiting) go();
    waiting.clear();
  };
  queueMicrotask(ask);
  const timer = setInterval(ask, EVERY_MS);
  timer.unref();
  const stop = () => {
    clearInterval(timer);
    spin.stop();
  };

  return {
    statement: (answer) => {
      statementSince = null;
      said = answer;
      failures = answer === 'refused' ? failures + 1 : 0;
      if (failures >= MOST_FAILURES) {
        stop();
        backend.kill('its database refused every statement');
      }
      heard();
    },
    vitals: async () => {
      const now = performance.now();
      if (outSince() === Infinity && now - askedAt >= FRESH_MS) ask();
      const left = outSince() + NOTICED_MS - now;
      if (left > 0 && left < Infinity) await within(left, waiting);
      const late = (since: number | null) =>
        since !== null && performance.now() - since >= NOTICED_MS;
      const api = late(spin.silentSince) ? 'no answer' : 'ok';
      const database = api === 'ok' && !late(statementSince) && said === 'ok' ? 'ok' : 'no answer';
      return { api, database };
    },
    stop,
  };
}

/** Resolves when one of `waiting` is called, and after `ms`. */
function within(ms: number, waiting: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      waiting.delete(done);
      resolve();
    };
    const timer = setTimeout(done, Math.ceil(ms));
    waiting.add(done);
  });
}
