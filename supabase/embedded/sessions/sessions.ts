import type postgres from 'postgres';
import { codeOf } from '#node/errors.ts';
import { FairQueue, Gone } from '#node/fair-queue.ts';
import { callerKey, noteBusy, restCaller } from '../base/caller.ts';
import type { PoolSize } from '../base/options.ts';
import { sizeOfRow } from './answer-size.ts';
import { answeredWithin } from './answered-within.ts';
import { bindable } from './parameters.ts';

type Rows = postgres.RowList<postgres.Row[]>;
/** Sends a signal to another session; it has arrived when this resolves. */
type SignalBackend = (what: typeof CANCEL | typeof TERMINATE, pid: number) => Promise<void>;

const CANCEL = 'select pg_cancel_backend($1)';
const TERMINATE = 'select pg_terminate_backend($1)';
/** As PostgreSQL says that a statement was cancelled. */
const CANCELLED = '57014';
/** How PostgreSQL ends a session of itself: when it is told to, or after too long a pause. */
const ENDED = /^(57P0[1-5]|25P03)$/;
/** A connection that ended without a word, as postgres.js and Node say it. */
const CUT_OFF = /^(CONNECTION_CLOSED|ECONNRESET|EPIPE)$/;
/** As PgBouncer says that the server's end of a connection is gone. */
const SERVER_GONE = '08P01';
const isCutOff = (code: string) => CUT_OFF.test(code) || code === SERVER_GONE;
/** A session that ended before its transaction: answered with 503. */
const LOST = { code: '08006', message: 'The connection to the database was lost.' };
const TOO_LONG = { code: '54000', message: 'The answer is too long: ask for less at once.' };
/** How long a session that was told to end may take before it has. */
const ENDING_MS = 60_000;
const NOT_KEPT = { code: '25P02', message: 'The transaction had failed before it was committed.' };

/**
 * Some sessions of a PostgreSQL, and a bounded queue before them in which every client's address has its turn.
 * A caller who finds it full gets the answer to come again.
 */
export class Sessions {
  readonly #driver: postgres.Sql;
  readonly #sessions: number;
  readonly #queue: FairQueue;
  /** Sessions that were told to end, and when: until it has, one may answer late and be given to the next statement. */
  readonly #ending = new Map<number, number>();
  readonly #opening: Statement | undefined;
  /** How long one statement may stay without an answer before its session is thrown away, unless its caller says. */
  longestMs = Number.POSITIVE_INFINITY;

  /**
   * @param driver has one session more than all that share it, for signals to the others.
   * @param name of its queue.
   * @param pooledSettings what a transaction begins with behind a pooler.
   */
  constructor(
    driver: postgres.Sql,
    { sessions, waiting }: PoolSize,
    name?: string,
    pooledSettings?: Record<string, string>,
  ) {
    this.#driver = driver;
    this.#opening = pooledSettings && settingStatement(pooledSettings, 'pg_backend_pid() as pid');
    this.#sessions = sessions;
    // One address never takes the whole queue.
    const maxWaitingPerKey = Math.ceil(waiting * 0.8);
    const limits = { concurrency: sessions, maxWaiting: waiting, maxWaitingPerKey };
    this.#queue = new FairQueue(limits, name);
  }

  /**
   * Resolves when a session answers. One that does not is thrown away, and another is asked.
   * @param withinMs how long each of them has.
   * @throws Busy, Gone, and an error of `isLoss` when none answers.
   */
  async answer(withinMs: number): Promise<void> {
    for (let asked = 0; ; asked++) {
      try {
        return void (await this.run('select 1 as services', [], false, withinMs));
      } catch (error) {
        if (!isLoss(error) || asked === this.#sessions) throw error;
      }
    }
  }

  /**
   * Runs one statement.
   * @throws Busy, Gone, and what the statement throws.
   */
  async run(
    text: string,
    params: unknown[] = [],
    prepare = false,
    longestMs = this.longestMs,
  ): Promise<Rows> {
    // A database cannot be made in a transaction; the commands that do so have no settings.
    if (this.#opening && this.#opening.params.length > 0)
      return this.transaction((session) => {
        session.longestMs = longestMs;
        return session.run(text, params, prepare);
      });
    const leave = await this.#enter();
    let query: object = {};
    const wasEnding = (code: string) => CUT_OFF.test(code) && this.#isEnding(pidOf(query));
    try {
      return await this.#again(() => {
        const sent = this.#driver.unsafe(text, bindable(params) as never[], { prepare });
        query = sent;
        return answeredWithin(sent, longestMs, () => this.#throwAway(pidOf(sent)));
      }, wasEnding);
    } finally {
      leave();
    }
  }

  /**
   * A session inside a new transaction.
   * @throws Busy and Gone.
   */
  async begin(): Promise<DatabaseSession> {
    const leave = await this.#enter();
    const { longestMs } = this;
    const attempt = () =>
      DatabaseSession.begin(this.#driver, leave, this.#signalBackend, longestMs, this.#opening);
    return this.#again(attempt, isCutOff).catch((error) => {
      leave();
      throw error;
    });
  }

  /**
   * Everything in `work` in one transaction, all or nothing.
   * @throws Busy, what `work` throws, and with the code 25P02 when it went on after a statement that had failed.
   */
  async transaction<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    const session = await this.begin();
    try {
      const result = await work(session);
      if (!(await session.commit())) throw Object.assign(new Error(NOT_KEPT.message), NOT_KEPT);
      return result;
    } catch (error) {
      await session.rollback();
      throw error;
    } finally {
      session.release();
    }
  }

  /** Only a REST call is one transaction: leaving half-way does nothing by halves. */
  #enter(): Promise<() => void> {
    return this.#queue.enter(callerKey(), restCaller()?.signal).catch(noteBusy);
  }

  /** A session that does not answer is nobody's any more, and another takes its place. */
  #throwAway(pid: number | undefined): Error {
    if (pid !== undefined) this.#signalBackend(TERMINATE, pid).catch(() => {});
    return lostSession();
  }

  readonly #signalBackend: SignalBackend = async (what, pid) => {
    if (what === TERMINATE) this.#ending.set(pid, Date.now());
    await this.#again(() => this.#driver.unsafe(what, [pid]));
  };

  /** PostgreSQL ends such a session before it reads what was sent to it: that has done nothing. */
  #isEnding(pid: number | undefined): boolean {
    for (const [known, at] of this.#ending)
      if (Date.now() - at > ENDING_MS) this.#ending.delete(known);
    return pid !== undefined && this.#ending.has(pid);
  }

  /**
   * Tries again on another connection: postgres.js fails the next statement on a connection that the server has ended. A
   * statement that was ended itself has done nothing.
   * @param harmless losses, by their code, after which `work` has changed nothing: once more, for it may have been
   * their cause.
   */
  async #again<T>(
    work: () => PromiseLike<T>,
    harmless: (code: string) => boolean = () => false,
  ): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await work();
      } catch (error) {
        const code = codeOf(error) ?? '';
        if (ENDED.test(code) && tries < this.#sessions) continue;
        if (tries === 0 && harmless(code)) continue;
        throw isLoss(error) ? lostSession(error) : error;
      }
    }
  }
}

interface Statement {
  text: string;
  params: string[];
}

/**
 * Settings that last as long as the transaction, and are parameters: pg_stat_activity shows none.
 * @param also what else it answers.
 */
export function settingStatement(settings: Record<string, string>, ...also: string[]): Statement {
  const calls = Object.keys(settings).map((name, i) => `set_config('${name}', $${i + 1}, true)`);
  return { text: `select ${[...also, ...calls].join(', ')}`, params: Object.values(settings) };
}

/** One transaction on a session of its own, until `commit` or `rollback`. */
export class DatabaseSession {
  readonly #session: postgres.TransactionSql;
  /** Leaves the pool, once the transaction has ended. */
  readonly release: () => void;
  readonly #signalBackend: SignalBackend;
  readonly #signal = restCaller()?.signal;
  /** What was sent ahead. */
  #ahead: Promise<void>[] = [];
  #pid: number | undefined;
  /** A pooler gives sessions numbers of its own. */
  readonly #isPooled: boolean;
  #ended = false;
  /** How much one statement may answer, in characters. */
  longestAnswer = Number.POSITIVE_INFINITY;
  /** How long one statement may stay without an answer before the session is thrown away. */
  longestMs: number;

  /**
   * Begins a transaction. postgres.js's own ends with its work; this one ends with the statement that ends it, upon which
   * postgres.js gives the session to the next one, so its work never ends. (Its `reserve` writes into connections that
   * were closed, and loses those that could not be opened.)
   */
  static begin(
    driver: postgres.Sql,
    leave: () => void,
    signal: SignalBackend,
    longestMs: number,
    opening?: Statement,
  ): Promise<DatabaseSession> {
    let late: Error | undefined;
    const beginning = new Promise<DatabaseSession>((resolve, reject) => {
      let session: DatabaseSession | undefined;
      const begun = (transaction: postgres.TransactionSql) => {
        // Nobody waits for it any more: postgres.js ends it.
        if (late) throw late;
        session = new DatabaseSession(transaction, leave, signal, longestMs, opening);
        resolve(session);
        return new Promise<void>(() => {});
      };
      driver.begin(begun).catch((error: unknown) => {
        if (session) session.#ended = true;
        else reject(error);
      });
    });
    return answeredWithin(beginning, longestMs, () => {
      late = lostSession();
      return late;
    });
  }

  private constructor(
    session: postgres.TransactionSql,
    leave: () => void,
    signal: SignalBackend,
    longestMs: number,
    opening: Statement | undefined,
  ) {
    this.#session = session;
    this.release = leave;
    this.#signalBackend = signal;
    this.longestMs = longestMs;
    this.#isPooled = opening !== undefined;
    // It answers with the session's number in PostgreSQL.
    if (opening)
      this.send(opening.text, opening.params, true, ([row]) => {
        this.#pid = row?.pid;
      });
  }

  /** Sends a statement without waiting for its answer; what comes next fails when it does. */
  send(text: string, params: unknown[], prepare: boolean, heard = (_: Rows) => {}): void {
    const answer = this.#unsafe(text, params, { prepare }).then(heard);
    answer.catch(() => {});
    this.#ahead.push(answer);
  }

  /**
   * Runs a statement, and cancels it when the client goes away or the answer is too long. It travels together with what
   * was sent ahead: the transaction has begun, and in one that has failed PostgreSQL runs nothing.
   * @throws Gone, and with the code 54000 when the answer is too long.
   */
  async run(text: string, params: unknown[] = [], prepare = false): Promise<Rows> {
    if (this.#signal?.aborted) return noteBusy(new Gone());
    const begun = this.#aheadDone();
    let stopped: Promise<void> | undefined;
    const stop = () => {
      // The answers to what went ahead name the session.
      stopped ??= begun.then(() => this.#signalOwn(CANCEL)).catch(() => {});
    };
    const answer = this.#unsafe(text, params, { prepare }, stop);
    answer.catch(() => {});
    this.#signal?.addEventListener('abort', stop);
    try {
      await begun;
      return await answer;
    } catch (error) {
      if (this.#signal?.aborted && codeOf(error) === CANCELLED) return noteBusy(new Gone());
      throw error;
    } finally {
      this.#signal?.removeEventListener('abort', stop);
      // Before the next statement: a cancellation names the session, not the statement.
      await stopped;
    }
  }

  /** Whether the transaction was kept: PostgreSQL answers the COMMIT of a failed one with ROLLBACK, and no error. */
  async commit(): Promise<boolean> {
    await this.#aheadDone();
    const { command } = await this.#unsafe('commit', []);
    this.#ended = true;
    return command === 'COMMIT';
  }

  /** Ends the transaction without what it did; that of a session that was lost has ended. */
  async rollback(): Promise<void> {
    await this.#aheadDone().catch(() => {});
    if (this.#ended) return;
    // Nobody's transaction may reach the next one.
    await this.#unsafe('rollback', [])
      .catch(() => this.#signalOwn(TERMINATE))
      .catch(() => {});
    this.#ended = true;
  }

  #throwAway(query: object): Error {
    this.#ended = true;
    if (!this.#isPooled) this.#pid ??= pidOf(query);
    this.#signalOwn(TERMINATE).catch(() => {});
    return lostSession();
  }

  async #signalOwn(what: Parameters<SignalBackend>[0]): Promise<void> {
    if (this.#pid !== undefined) await this.#signalBackend(what, this.#pid);
  }

  async #aheadDone(): Promise<void> {
    await Promise.all(this.#ahead.splice(0));
  }

  async #unsafe(
    text: string,
    params: unknown[],
    options: object = {},
    stop?: () => void,
  ): Promise<Rows> {
    if (this.#ended) throw lostSession();
    try {
      const query = this.#session.unsafe(text, bindable(params) as never[], options);
      const answer =
        stop && this.longestAnswer < Number.POSITIVE_INFINITY
          ? bounded(query, this.longestAnswer, stop)
          : query.then((rows) => rows as Rows);
      const rows = await answeredWithin(answer, this.longestMs, () => this.#throwAway(query));
      if (!this.#isPooled) this.#pid ??= rows.state.pid;
      return rows;
    } catch (error) {
      if (isLoss(error)) this.#ended = true;
      throw isLoss(error) ? lostSession(error) : error;
    }
  }
}

/** postgres.js notes the session of a query before it sends anything. */
const pidOf = (query: object) => (query as { state?: { pid: number } | null }).state?.pid;

const tooLong = () => Object.assign(new Error(TOO_LONG.message), TOO_LONG);

/** The rows of a query; beyond a length they are dropped as they come, and the query is stopped. */
async function bounded(
  query: postgres.PendingQuery<(postgres.Row & Iterable<postgres.Row>)[]>,
  longest: number,
  stop: () => void,
): Promise<Rows> {
  const rows: postgres.Row[] = [];
  let length = 0;
  const take = (row: postgres.Row) => {
    length += sizeOfRow(row);
    if (length > longest) stop();
    else rows.push(row);
  };
  const result = await query.forEach(take).catch((error: unknown) => {
    throw length > longest ? tooLong() : error;
  });
  if (length > longest) throw tooLong();
  const { command, count, state, columns, statement } = result;
  return Object.assign(rows, { command, count, state, columns, statement }) as unknown as Rows;
}

/** Whether an error says that a connection ended, and nothing else. */
export function isLoss(error: unknown): boolean {
  return /^(CONNECT|ECONN|EPIPE|08|57P0|25P03)/.test(codeOf(error) ?? '');
}

function lostSession(cause?: unknown): Error {
  return Object.assign(new Error(LOST.message, { cause }), { code: LOST.code });
}
