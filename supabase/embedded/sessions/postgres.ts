import { Kysely } from 'kysely';
import { sentence } from '#node/errors.ts';
import type { Database, Transaction } from '../base/database.ts';
import { StartupError } from '../base/errors.ts';
import type { LiteConnection } from '../base/lite-connection.ts';
import type { PoolSizes, ServerAddress } from '../base/options.ts';
import { makeAuthenticator } from './authenticator.ts';
import { openDrivers, type SessionKeys } from './drivers.ts';
import { harden } from './harden.ts';
import { pipelinedDialect } from './pipelined-dialect.ts';
import {
  callerStatement,
  LONGEST_ANSWER,
  longestWaitMs,
  takeOverSessionContext,
} from './session-context.ts';
import { type DatabaseSession, Sessions } from './sessions.ts';
import { StatementCache } from './statement-cache.ts';

const POOLS: PoolSizes = {
  callers: { sessions: 12, waiting: 500 },
  owner: { sessions: 6, waiting: 500 },
};

/**
 * Native PostgreSQL: the one in `DATABASE_URL`, or the embedded engine's. Its role owns the database and may create
 * roles; requests are answered in sessions of another, which `admitCallers` makes.
 * @param keys the secret for links is given to every session; the database keeps it nowhere.
 * @throws StartupError when it cannot be reached.
 */
export async function openPostgres(
  at: string | ServerAddress,
  pools: Partial<PoolSizes> = {},
  keys: SessionKeys = {},
): Promise<Database> {
  const size = { ...POOLS, ...pools };
  const drivers = await openDrivers(at, size, keys);
  const { authenticator, notifications, pooledSettings, end } = drivers;
  const owner = new Sessions(drivers.owner, size.owner, 'sessions_owner', pooledSettings);
  const callers = new Sessions(drivers.callers, size.callers, 'sessions_callers', pooledSettings);
  callers.longestMs = longestWaitMs();
  drivers.connection.kysely = new Kysely({ dialect: pipelinedDialect({ owner, callers }, end) });
  const connection = drivers.connection as unknown as LiteConnection;
  takeOverSessionContext(connection);
  harden(connection);

  const statements = new StatementCache();
  const on = (session: Pick<DatabaseSession, 'run'>): Transaction => ({
    sql: async <T>(text: string, params: unknown[] = []) => {
      const prepare = params.length > 0 && statements.isFrequent(text);
      return [...(await session.run(text, params, prepare))] as T[];
    },
    script: async (text) => void (await session.run(text)),
  });
  const transaction: Database['transaction'] = (run) =>
    owner.transaction((session) => run(on(session)));
  return {
    address: at,
    connection,
    ...on(owner),
    transaction,
    async admitCallers() {
      await makeAuthenticator({ transaction }, authenticator.password);
      await drivers.callers.unsafe('select 1').catch((error) => {
        const refusal = `The role ${authenticator.username}, which answers requests, cannot connect to the database: ${sentence(error)}.`;
        throw new StartupError(refusal, { cause: error });
      });
    },
    asCaller: (caller, run) =>
      callers.transaction((session) => {
        const role = caller.auth?.role;
        session.longestMs = longestWaitMs(role);
        if (role !== 'service_role') session.longestAnswer = LONGEST_ANSWER;
        const { text, params } = callerStatement(caller);
        session.send(text, params, statements.isFrequent(text));
        return run(on(session));
      }),
    serve: () => {
      owner.longestMs = longestWaitMs('service_role');
    },
    listen: notifications.listen,
    beside: notifications.sql,
    ping: notifications.ping,
    servicesAnswer: (withinMs) => owner.answer(withinMs),
    dump: () => Promise.reject(new Error('Only PGlite can be dumped; use pg_dump.')),
    close: async () => void (await Promise.all([notifications.close(), end()])),
  };
}
