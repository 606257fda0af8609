import { randomBytes } from 'node:crypto';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { Kysely } from 'kysely';
import postgres from 'postgres';
import { sentence } from '#node/errors.ts';
import { type Database, isoTimestamp, jsonNumber, type Transaction } from '../database.ts';
import { StartupError } from '../errors.ts';
import type { LiteConnection } from '../lite-connection.ts';
import { openNotifications } from '../notifications.ts';
import { LINK_SECRET, type PoolSize, type PoolSizes, type ServerAddress } from '../options.ts';
import { harden } from '../start/harden.ts';
import { parseCounted } from './answer-size.ts';
import { AUTHENTICATOR, makeAuthenticator } from './authenticator.ts';
import { wholeSerializers } from './parameters.ts';
import { pipelinedDialect } from './pipelined-dialect.ts';
import {
  anonymousSettings,
  callerStatement,
  LONGEST_ANSWER,
  longestWaitMs,
  takeOverSessionContext,
} from './session-context.ts';
import { type DatabaseSession, Sessions } from './sessions.ts';
import { StatementCache } from './statement-cache.ts';

const POOLS: PoolSizes = {
  visitors: { sessions: 8, waiting: 500 },
  callers: { sessions: 12, waiting: 500 },
  owner: { sessions: 6, waiting: 500 },
};
/** Cancellations wait for nobody. */
const SPARE = 2;
/** An idle session keeps megabytes; a new one takes milliseconds. */
const IDLE_SECONDS = 60;
const RECONNECT_SECONDS = 0.1;
/** Nobody waits any more for what is still at work when the database closes. */
const CLOSE_SECONDS = 1;
/** What is text already is taken as JSON, as PGlite does; @supabase/lite writes JSON so. */
const jsonText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const asText = (value: unknown) => String(value);

/** Beyond what a number holds, the digits. */
function wholeNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/**
 * Native PostgreSQL: the one in `DATABASE_URL`, or the embedded engine's. Its role owns the database and may create
 * roles; requests are answered in sessions of another, which `admitCallers` makes.
 * @param linkSecret is told to every session; the database keeps it nowhere.
 * @throws StartupError when it cannot be reached.
 */
export async function openPostgres(
  at: string | ServerAddress,
  pools: Partial<PoolSizes> = {},
  linkSecret?: string,
): Promise<Database> {
  const size = { ...POOLS, ...pools };
  const url = typeof at === 'string' ? at : '';
  const options = {
    ...(typeof at !== 'string' && at),
    onnotice: () => {},
    // Not longer and longer, as by default: a server that is back is found at once.
    backoff: () => RECONNECT_SECONDS,
    connection: {
      application_name: 'mural-directory',
      ...(linkSecret && { [LINK_SECRET]: linkSecret }),
    },
  };
  const pooled = {
    ...options,
    max: most(size.owner),
    idle_timeout: IDLE_SECONDS,
    types: {
      bigint: { to: 20, from: [20], serialize: asText, parse: wholeNumber },
      date: { to: 1082, from: [1082], serialize: asText, parse: asText },
      time: { to: 1083, from: [1083], serialize: asText, parse: asText },
      json: { to: 114, from: [114], serialize: jsonText, parse: parseCounted },
      jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: parseCounted },
      numeric: { to: 1700, from: [1700], serialize: asText, parse: jsonNumber },
      timestamp: { to: 1114, from: [1114], serialize: asText, parse: isoTimestamp },
      timestamptz: { to: 1184, from: [1184], serialize: asText, parse: isoTimestamp },
    },
  };
  const connection = createPostgresConnection({ url, postgresOptions: pooled });
  const driver = connection.driver;
  const [row] = await driver.unsafe(`select ${AUTHENTICATOR} as name`).catch(async (error) => {
    await driver.end({ timeout: 1 });
    throw new StartupError(`${named(at)} cannot be reached: ${sentence(error)}.`, { cause: error });
  });
  // Nobody else needs the password: one server has the database, and makes it anew.
  const authenticator = { username: row?.name, password: randomBytes(32).toString('base64url') };
  const authenticated = postgres(url, { ...pooled, ...authenticator, max: most(size.callers) });
  const anonymous = postgres(url, {
    ...pooled,
    ...authenticator,
    max: size.visitors.sessions + SPARE,
    // The server takes the role before the first statement, and with every new connection.
    connection: { ...options.connection, ...anonymousSettings() },
  });
  const drivers = [driver, authenticated, anonymous];
  for (const each of drivers) each.options.serializers = wholeSerializers(each.options.serializers);
  const owner = new Sessions(driver, size.owner);
  const callers = new Sessions(authenticated, size.callers);
  const visitors = new Sessions(anonymous, size.visitors, authenticated);
  for (const each of [callers, visitors]) each.longestMs = longestWaitMs();
  const end = async () => {
    await Promise.all(drivers.map((each) => each.end({ timeout: CLOSE_SECONDS })));
  };
  connection.kysely = new Kysely({ dialect: pipelinedDialect({ owner, callers }, end) });
  takeOverSessionContext(connection as unknown as LiteConnection);
  harden(connection as unknown as LiteConnection);

  const notifications = openNotifications(url, { ...options });
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
    connection: connection as unknown as LiteConnection,
    ...on(owner),
    transaction,
    async admitCallers() {
      await makeAuthenticator({ transaction }, authenticator.password);
      await authenticated.unsafe('select 1').catch((error) => {
        const refusal = `The role ${row?.name}, which answers requests, cannot connect to the database: ${sentence(error)}.`;
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
    readAsVisitor: (text, params) =>
      visitors.read(text, params, params.length > 0 && statements.isFrequent(text), LONGEST_ANSWER),
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

/** Twice, for those that were thrown away and whose end the server has not told yet. */
const most = ({ sessions }: PoolSize) => 2 * sessions + SPARE;

function named(at: string | ServerAddress): string {
  return typeof at === 'string'
    ? `The database in DATABASE_URL (${withoutPassword(at)})`
    : 'The embedded database';
}

function withoutPassword(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = '';
    return parsed.href;
  } catch {
    return 'not a URL';
  }
}
