import type postgres from 'postgres';
import { changedPackage, expectMethods } from './installed.ts';
import { bindable } from './parameters.ts';

/** A statement with its parameters; `prepare` keeps its plan for the session. */
export interface Statement {
  text: string;
  params: unknown[];
  prepare: boolean;
}

export interface BatchedRead {
  /** The first column of each row, as it came. */
  rows: Promise<Buffer[]>;
  /** The session that it runs in, once that is known. */
  pid: () => number | undefined;
  /** Resolves when the session is another's again. */
  ended: Promise<void>;
}

interface Options {
  /** Refuses an answer of more bytes. */
  longest: number;
  tooLong: () => Error;
  signal: AbortSignal | undefined;
  /** Cancels what a session does; it has arrived when this resolves. */
  cancel: (pid: number) => Promise<void>;
}

/** What postgres.js calls when a session has answered everything; it gives the session back unless `release` is set. */
type Answered = (() => void) & { release?: boolean };

/** A connection of postgres.js. */
interface Link {
  /** Whether another query may follow at once. */
  execute(query: Query): unknown;
  reserved: Answered | null;
  onclose: ((error: Error) => void) | null;
}

type Query = postgres.PendingQuery<postgres.Row[]> & {
  /** Set by postgres.js when it has handed the query to a connection. */
  executed: boolean;
  state: { pid: number } | null;
  reject(error: Error): void;
};

const FILE = { name: 'postgres', file: 'supabase/embedded/batched-read.ts' };

/**
 * Checks that PostgreSQL answers, and that postgres.js hands out its connections as `readAtOnce` expects.
 * @throws StartupError when this version of postgres.js does not, and what the connection throws.
 */
export async function expectConnections(driver: postgres.Sql): Promise<void> {
  let link: Link | undefined;
  const query = begun(driver, 'select 1', (taken) => {
    link = taken;
    return true;
  });
  if (query.executed !== false) throw changedPackage(FILE.name, 'Query.executed', FILE.file);
  await query;
  if (!link) throw changedPackage(FILE.name, 'onexecute', FILE.file);
  expectMethods(link, ['execute'], FILE);
}

/**
 * Runs a statement in a transaction that only reads, after `settings` that say who asks: BEGIN with them, the statement
 * and COMMIT are sent at once, where postgres.js's own `begin` waits for each. Nothing of an answer is given out unless
 * everything before it went well. The session is the next one's only when all is answered and no cancellation is on its
 * way to it.
 * @param settings one or more `set local`, without parameters: they are no text of a caller.
 */
export function readAtOnce(
  driver: postgres.Sql,
  settings: string,
  statement: Statement,
  options: Options,
): BatchedRead {
  const rows: Buffer[] = [];
  let length = 0;
  const asked = unsent(driver, statement).raw() as unknown as Query;
  asked.forEach((row) => {
    const [value] = row as unknown as [Buffer];
    length += value.length;
    if (length > options.longest) session.stop();
    else rows.push(value);
  });
  const commit = unsent(driver, { text: 'commit', params: [], prepare: false });
  const session = new ReadSession(driver, [asked, commit], options.cancel);
  const begin = begun(driver, `begin read only; ${settings}`, (link) => session.take(link));
  const stop = () => session.stop();
  options.signal?.addEventListener('abort', stop);

  const settled = begin.then(
    () => commit.then(nothing, nothing),
    // Without a session nothing else was sent; with one, the rest fails with it.
    () => (session.taken ? commit.then(nothing, nothing) : undefined),
  );
  const ended = settled.then(() => {
    options.signal?.removeEventListener('abort', stop);
    return session.quiet;
  });
  const answer = Promise.all([begin, asked]).then(
    () => {
      if (length > options.longest) throw options.tooLong();
      return rows;
    },
    (error: unknown) => {
      throw length > options.longest ? options.tooLong() : error;
    },
  );
  return { rows: answer, ended, pid: () => session.pid };
}

const nothing = () => {};

/** The queries of one transaction on their way over one connection. */
class ReadSession {
  readonly #driver: postgres.Sql;
  readonly #waiting: Query[];
  readonly #cancel: Options['cancel'];
  #link: Link | undefined;
  #pid: number | undefined;
  /** Has answered everything while a cancellation was on its way. */
  #idle = false;
  #stopping = false;
  /** Resolves when no cancellation is on its way. */
  quiet: Promise<void> = Promise.resolve();

  constructor(driver: postgres.Sql, queries: Query[], cancel: Options['cancel']) {
    this.#driver = driver;
    this.#waiting = queries;
    this.#cancel = cancel;
  }

  get pid(): number | undefined {
    return this.#pid;
  }

  get taken(): boolean {
    return this.#link !== undefined;
  }

  /** Takes the connection over which BEGIN was sent; gives postgres.js's sign that nobody else may use it. */
  take(link: Link): false {
    this.#link = link;
    this.#answered.release = true;
    link.reserved = this.#answered;
    link.onclose = (error) => {
      for (const query of this.#waiting.splice(0)) query.reject(error);
    };
    this.#sendWaiting();
    return false;
  }

  /** Cancels what runs, unless the session is another's already. */
  stop(): void {
    if (this.#stopping || this.#pid === undefined || this.#link?.reserved !== this.#answered)
      return;
    this.#stopping = true;
    // A cancellation names the session and not the statement: until it has arrived nobody else may have it.
    this.#answered.release = true;
    this.quiet = this.#cancel(this.#pid)
      .catch(nothing)
      .then(() => this.#resume());
  }

  readonly #answered: Answered = () => {
    if (this.#waiting.length > 0) this.#sendWaiting();
    else if (this.#stopping) this.#idle = true;
    else this.#rollback();
  };

  #resume(): Promise<void> | undefined {
    this.#stopping = false;
    if (this.#link?.reserved !== this.#answered) return undefined;
    this.#answered.release = this.#waiting.length > 0;
    return this.#idle ? this.#rollback() : undefined;
  }

  /** Ends a transaction whose COMMIT was cancelled; where there is none it does nothing, and gives the session back. */
  #rollback(): Promise<void> {
    const query = unsent(this.#driver, { text: 'rollback', params: [], prepare: false });
    this.#answered.release = false;
    this.#link?.execute(query);
    return query.then(nothing, nothing);
  }

  /** The next has to wait for one whose parameters' types PostgreSQL has to tell first. */
  #sendWaiting(): void {
    let more: unknown = true;
    while (more) {
      const query = this.#waiting.shift();
      if (!query) return;
      if (this.#waiting.length === 0 && !this.#stopping) this.#answered.release = false;
      more = this.#link?.execute(query);
      this.#pid ??= query.state?.pid;
    }
  }
}

/** A query that waits for nobody but `execute` of a connection. */
function unsent(driver: postgres.Sql, { text, params, prepare }: Statement): Query {
  const query = driver.unsafe(text, bindable(params) as never[], { prepare }) as unknown as Query;
  query.executed = true;
  query.catch(nothing);
  return query;
}

function begun(driver: postgres.Sql, text: string, onexecute: (link: Link) => boolean): Query {
  return driver.unsafe(text, [], { onexecute } as object) as unknown as Query;
}
