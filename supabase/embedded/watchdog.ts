import type { Said } from './messages.ts';

/** What of a backend answers. */
export interface Vitals {
  api: 'ok' | 'no answer';
  database: 'ok' | 'no answer';
}

interface Watched {
  /** Asks for a sign of life: `pong` when the process answers, `statement` when its database does. */
  ping(): void;
  /** Milliseconds of a processor that it has had; null where nobody knows. */
  processorTime(): number | null;
  /** Ends it; whoever supervises it starts it again. */
  kill(reason: string): void;
}

interface Patience {
  everyMs: number;
  /** How long the process may say nothing: a statement of PGlite holds its only thread and cannot be cancelled. */
  silentMs: number;
  /** The same for one that gets next to nothing of the processors: on a computer with too much to do. */
  starvedMs: number;
  /** How long a statement of the watchdog's own may take, which waits for nothing but the one before it. */
  statementMs: number;
  /** The same while an operator's import runs. */
  longWorkMs: number;
  /** How long an answer may be out before `vitals` says so, and at most until it says anything. */
  noticedMs: number;
  /** How old an answer may be for `vitals` to repeat it: asked at every call, many callers would keep the database busy. */
  freshMs: number;
}

export const PATIENCE: Patience = {
  everyMs: 500,
  silentMs: 3000,
  starvedMs: 8000,
  statementMs: 20_000,
  longWorkMs: 60_000,
  noticedMs: 2000,
  freshMs: 100,
};
/**
 * What share of the time a starved process has had a processor. A statement without an end has it for longer, one that
 * is stopped or waits for what never comes for less.
 */
const STARVED = { least: 0.02, most: 0.4 };
/** A full disk or a broken session fails at once, again and again. */
const MOST_FAILURES = 10;

export interface Watchdog {
  pong(): void;
  /** The database has answered, or refused. */
  statement(answer: Said): void;
  longWork(running: boolean): void;
  /** What answers now: asks where nothing was heard this moment, and waits until `noticedMs` at most. */
  vitals(): Promise<Vitals>;
  stop(): void;
}

/** Ends a backend that has not answered for a few seconds, whatever keeps it. */
export function watch(backend: Watched, patience: Patience = PATIENCE): Watchdog {
  let silentSince: number | null = null;
  let spent: number | null = null;
  let statementSince: number | null = null;
  let said: Said = 'ok';
  let refusedSince: number | null = null;
  let failures = 0;
  let long = false;
  let last = performance.now();
  let askedAt = last;
  /** Waits for what is out. */
  const waiting = new Set<() => void>();

  const look = () => {
    const now = performance.now();
    // This process itself did not run, as on a computer that slept: the other one did not either.
    if (now - last > 3000) forgive(now);
    last = now;
    const reason = verdict(now);
    if (reason) {
      stop();
      return backend.kill(reason);
    }
    ask(now);
  };
  const ask = (now: number) => {
    askedAt = now;
    if (silentSince === null) {
      silentSince = now;
      spent = backend.processorTime();
    }
    statementSince ??= now;
    backend.ping();
  };
  const outSince = () => Math.min(silentSince ?? Infinity, statementSince ?? Infinity);
  const heard = () => {
    if (outSince() < Infinity) return;
    for (const go of waiting) go();
    waiting.clear();
  };
  const forgive = (now: number) => {
    if (silentSince !== null) silentSince = now;
    if (statementSince !== null) statementSince = now;
  };
  const starved = (now: number): boolean => {
    const lately = backend.processorTime();
    if (silentSince === null || spent === null || lately === null) return false;
    const share = (lately - spent) / (now - silentSince);
    return share > STARVED.least && share < STARVED.most;
  };
  const verdict = (now: number): string | null => {
    const out = (since: number | null, ms: number) =>
      since !== null && now - since > (long ? patience.longWorkMs : ms);
    const silentMs = starved(now) ? patience.starvedMs : patience.silentMs;
    if (out(silentSince, silentMs)) return 'it did not answer';
    if (out(statementSince, patience.statementMs)) return 'its database did not answer';
    return failures >= MOST_FAILURES || out(refusedSince, patience.statementMs)
      ? 'its database refused every statement'
      : null;
  };
  queueMicrotask(look);
  const timer = setInterval(look, patience.everyMs);
  timer.unref();
  const stop = () => clearInterval(timer);

  return {
    pong: () => {
      silentSince = null;
      heard();
    },
    statement: (answer) => {
      statementSince = null;
      said = answer;
      refusedSince = answer === 'refused' ? (refusedSince ?? performance.now()) : null;
      failures = answer === 'refused' ? failures + 1 : 0;
      heard();
    },
    longWork: (running) => {
      long = running;
      if (!running) forgive(performance.now());
    },
    vitals: async () => {
      const now = performance.now();
      if (outSince() === Infinity && now - askedAt >= patience.freshMs) ask(now);
      const left = outSince() + patience.noticedMs - now;
      if (left > 0 && left < Infinity) await within(left, waiting);
      const late = (since: number | null) =>
        since !== null && performance.now() - since >= patience.noticedMs;
      const api = late(silentSince) ? 'no answer' : 'ok';
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
