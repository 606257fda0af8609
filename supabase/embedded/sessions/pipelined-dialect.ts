import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { readsOnly } from '../base/caller.ts';
import type { DatabaseSession, Sessions } from './sessions.ts';
import { StatementCache } from './statement-cache.ts';

/** The sessions that a dialect may use. */
interface Pools {
  /** For the services themselves: as the owner of everything. */
  owner: Sessions;
  /** For the caller whom the settings ahead of it name. */
  callers: Sessions;
}

/**
 * Kysely over postgres.js with fewer round trips: a transaction's BEGIN and its settings travel together with its first
 * query, and texts that come again are prepared.
 */
export function pipelinedDialect(pools: Pools, end: () => Promise<void>): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PipelinedDriver(pools, end),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PipelinedDriver extends PostgresDriver {
  readonly #pools: Pools;
  readonly #end: () => Promise<void>;
  readonly #statements = new StatementCache();

  constructor(pools: Pools, end: () => Promise<void>) {
    super({} as never);
    this.#pools = pools;
    this.#end = end;
  }

  override async init(): Promise<void> {}

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PipelinedConnection(this.#pools, this.#statements);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as PipelinedConnection).begin();
  }

  override commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PipelinedConnection).commit();
  }

  override rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PipelinedConnection).rollback();
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PipelinedConnection).release();
  }

  override destroy(): Promise<void> {
    return this.#end();
  }
}

/** What kysely takes for a connection. It takes a session when the first statement of a transaction says which one. */
export class PipelinedConnection implements DatabaseConnection {
  readonly #pools: Pools;
  readonly #statements: StatementCache;
  #inTransaction = false;
  #session: Promise<DatabaseSession> | null = null;
  /** A read that is answered before its COMMIT is. */
  #ending: Promise<void> | null = null;

  constructor(pools: Pools, statements: StatementCache) {
    this.#pools = pools;
    this.#statements = statements;
  }

  begin(): void {
    this.#inTransaction = true;
  }

  /**
   * Sends the settings of a caller without waiting for their answer.
   * @throws Busy and Gone.
   */
  async send(query: CompiledQuery, longestAnswer?: number, longestMs?: number): Promise<void> {
    this.#session ??= this.#pools.callers.begin();
    const session = await this.#session;
    if (longestAnswer !== undefined) session.longestAnswer = longestAnswer;
    if (longestMs !== undefined) session.longestMs = longestMs;
    session.send(query.sql, [...query.parameters], this.#prepare(query));
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
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

  /** A reader does not wait: there is nothing that the COMMIT could still refuse. */
  async commit(): Promise<void> {
    const session = await this.#session;
    if (!session) return;
    const ended = session.commit();
    if (readsOnly()) this.#ending = ended.then(() => {}).catch(() => session.rollback());
    else await ended;
  }

  async rollback(): Promise<void> {
    // A session that could not be had has nothing to end.
    const session = await this.#session?.catch(() => null);
    await session?.rollback();
  }

  release(): void {
    void this.#session?.then(
      async (session) => {
        await this.#ending;
        session.release();
      },
      () => {},
    );
  }

  async #run(query: CompiledQuery) {
    const params = [...query.parameters];
    const prepare = this.#prepare(query);
    if (!this.#inTransaction) return this.#pools.owner.run(query.sql, params, prepare);
    this.#session ??= this.#pools.owner.begin();
    return (await this.#session).run(query.sql, params, prepare);
  }

  #prepare(query: CompiledQuery): boolean {
    return query.parameters.length > 0 && this.#statements.isFrequent(query.sql);
  }
}
