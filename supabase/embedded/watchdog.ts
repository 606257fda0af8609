/** What of a backend answers. */
export interface Vitals {
  api: 'ok' | 'no answer';
  database: 'ok' | 'no answer';
}

export interface Watched {
  /** Asks for a sign of life: `pong` when the process answers, `statement` when its database does. */
  ping(): void;
  /** Milliseconds of a processor that it has had; null where nobody knows. */
  processorTime(): number | null;
  /** Ends it; whoever supervises it starts it again. */
  kill(reason: string): void;
}

export interface Patience {
  everyMs: number;
  /** How long the process may say nothing: a statement of PGlite holds its only thread and cannot be cancelled. */
  silentMs: number;
  /** The same for one that gets next to nothing of the processors: on a computer with too much to do. */
  starvedMs: number;
  /** How long a statement of the watchdog's own may take, which waits for nothing but the one before it. */
  statementMs: number;
  /** The same while an operator's import runs. */
  longWorkMs: number;
  /** How long an answer may be out before `vitals` says so. */
  noticedMs: number;
}

export const PATIENCE: Patience = {
  everyMs: 500,
  silentMs: 3000,
  starvedMs: 8000,
  statementMs: 20_000,
  longWorkMs: 60_000,
  noticedMs: 2000,
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
  statement(ok: boolean): void;
  longWork(running: boolean): void;
  vitals(): Vitals;
  stop(): void;
}

/** Ends a backend that has not answered for a few seconds, whatever keeps it. */
export function watch(backend: Watched, patience: Patience = PATIENCE): Watchdog {
  let silentSince: number | null = null;
  let spent: number | null = null;
  let statementSince: number | null = null;
  let failures = 0;
  let long = false;
  let last = performance.now();

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
    if (silentSince === null) {
      silentSince = now;
      spent = backend.processorTime();
    }
    statementSince ??= now;
    backend.ping();
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
    return failures >= MOST_FAILURES ? 'its database refused every statement' : null;
  };
  const timer = setInterval(look, patience.everyMs);
  timer.unref();
  const stop = () => clearInterval(timer);

  return {
    pong: () => {
      silentSince = null;
    },
    statement: (ok) => {
      statementSince = null;
      failures = ok ? 0 : failures + 1;
    },
    longWork: (running) => {
      long = running;
      if (!running) forgive(performance.now());
    },
    vitals: () => {
      const now = performance.now();
      const noticed = (since: number | null) => since !== null && now - since > patience.noticedMs;
      const api = noticed(silentSince) ? 'no answer' : 'ok';
      const database = api !== 'ok' || noticed(statementSince) || failures > 0 ? 'no answer' : 'ok';
      return { api, database };
    },
    stop,
  };
}
