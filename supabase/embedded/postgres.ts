import { createPostgresConnection } from '@supabase/lite/postgres';
import { Kysely } from 'kysely';
import {
  type Database,
  isoTimestamp,
  jsonNumber,
  type LiteConnection,
  type Transaction,
} from './database.ts';
import { StartupError, sentence } from './errors.ts';
import { harden } from './harden.ts';
import { liveTextSerializers } from './parameters.ts';
import { pipelinedDialect } from './pipelined-dialect.ts';
import { pipelineSettings } from './session-context.ts';

/** Callers that wait for a session; further ones are told to come again. */
const LONGEST_QUEUE = 500;

/** What is text already is taken as JSON, as PGlite does; @supabase/lite writes metadata of accounts so. */
const jsonText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const asText = (value: unknown) => String(value);

/** The server of the native engine, by its socket or loopback port. */
export interface ServerAddress {
  host: string;
  port: number;
  username: string;
  password: string;
  database: string;
}

/**
 * Native PostgreSQL: the one in `DATABASE_URL`, or the embedded engine's. Its role must own the schema and be able to
 * create roles.
 * @throws StartupError when it cannot be reached.
 */
export async function openPostgres(at: string | ServerAddress): Promise<Database> {
  const connection = createPostgresConnection({
    url: typeof at === 'string' ? at : '',
    postgresOptions: {
      ...(typeof at !== 'string' && at),
      max: 10,
      onnotice: () => {},
      connection: { application_name: 'mural-directory' },
      types: {
        json: { to: 114, from: [114], serialize: jsonText, parse: JSON.parse },
        jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: JSON.parse },
        numeric: { to: 1700, from: [1700], serialize: asText, parse: jsonNumber },
        timestamp: { to: 1114, from: [1114], serialize: asText, parse: isoTimestamp },
        timestamptz: { to: 1184, from: [1184], serialize: asText, parse: isoTimestamp },
      },
    },
  });
  const driver = connection.driver;
  driver.options.serializers = liveTextSerializers(driver.options.serializers);
  try {
    await driver.unsafe('select 1');
  } catch (error) {
    await driver.end({ timeout: 1 });
    throw new StartupError(`${named(at)} cannot be reached: ${sentence(error)}.`, { cause: error });
  }
  connection.kysely = new Kysely({ dialect: pipelinedDialect(driver, LONGEST_QUEUE) });
  pipelineSettings(connection as unknown as LiteConnection);
  harden(connection as unknown as LiteConnection);

  const on = (session: { unsafe: typeof driver.unsafe }): Transaction => ({
    sql: async <T>(text: string, params: unknown[] = []) =>
      [...(await session.unsafe(text, params as never[]))] as T[],
    script: async (text) => void (await session.unsafe(text)),
  });
  return {
    kind: 'postgres',
    connection: connection as unknown as LiteConnection,
    ...on(driver),
    transaction: <T>(run: (tx: Transaction) => Promise<T>) =>
      driver.begin((session) => run(on(session))) as Promise<T>,
    async listen(channel, callback) {
      const listening = await driver.listen(channel, callback);
      return () => listening.unlisten();
    },
    ping: async () => void (await driver.unsafe('select 1')),
    dump: () => Promise.reject(new Error('Only PGlite can be dumped; use pg_dump.')),
    close: () => driver.end({ timeout: 5 }),
  };
}

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
