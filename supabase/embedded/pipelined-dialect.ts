import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type postgres from 'postgres';
import { StatementCache } from './statement-cache.ts';

/** As PostgreSQL says it: too many connections. Answered with 503. */
const POOL_FULL = { code: '53300', message: 'Too many requests are waiting for the database.' };

/**
 * Kysely over postgres.js with fewer round trips: a transaction's BEGIN and its settings travel together, and
 * texts that come again are prepared. A bounded number of callers waits for a session.
 */
export function pipelinedDialect(driver: postgres.Sql, longestQueue: number): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PipelinedDriver(driver, longestQueue),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PipelinedDriver extends PostgresDriver {
  readonly #postgres: postgres.Sql;
  readonly #statements = new StatementCache();
  readonly #longestQueue: number;
  #waiting = 0;

  constructor(driver: postgres.Sql, longestQueue: number) {
    super({} as never);
    this.#postgres = driver;
    this.#longestQueue = longestQueue;
  }

  override async init(): Promise<void> {}

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#waiting >= this.#longestQueue)
      throw Object.assign(new Error(POOL_FULL.message), POOL_FULL);
    this.#waiting += 1;
    try {
      return new PipelinedConnection(await this.#postgres.reserve(), this.#statements);
    } finally {
      this.#waiting -= 1;
    }
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as PipelinedConnection).send(CompiledQuery.raw('begin'));
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PipelinedConnection).release();
  }

  override async destroy(): Promise<void> {
    await this.#postgres.end();
  }
}

/** One session. */
export class PipelinedConnection implements DatabaseConnection {
  readonly #session: postgres.ReservedSql;
  readonly #statements: StatementCache;
  #sent: Promise<unknown>[] = [];

  constructor(session: postgres.ReservedSql, statements: StatementCache) {
    this.#session = session;
    this.#statements = statements;
  }

  /** Sends a statement without waiting; the next query waits for it. */
  send(query: CompiledQuery): void {
    const answer = this.#run(query);
    answer.catch(() => {});
    this.#sent.push(answer);
  }

  /**
   * Never before what was sent ahead has succeeded: without its transaction and its role, a query would run as the
   * owner of everything.
   */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await Promise.all(this.#sent.splice(0));
    const result = await this.#run(query);
    const counts = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(result.command);
    return {
      rows: [...result] as R[],
      ...(counts && { numAffectedRows: BigInt(result.count) }),
    };
  }

  // biome-ignore lint/correctness/useYield: nobody streams; it says so.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Answers of the database are not streamed.');
  }

  release(): void {
    this.#session.release();
  }

  #run(query: CompiledQuery) {
    const prepare = query.parameters.length > 0 && this.#statements.isFrequent(query.sql);
    return this.#session.unsafe(query.sql, [...query.parameters] as never[], { prepare });
  }
}
