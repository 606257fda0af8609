import path from 'node:path';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { goesFirst } from '../base/caller.ts';
import { type Database, isoTimestamp, jsonNumber, type Transaction } from '../base/database.ts';
import { endThisProcess } from '../base/errors.ts';
import { expectMethods } from '../base/installed.ts';
import type { LiteConnection } from '../base/lite-connection.ts';
import { longWork } from '../base/long-work.ts';
import { LINK_SECRET } from '../base/options.ts';
import { createReentrantLock, type ReentrantLock } from '../base/reentrant-lock.ts';
import { makeAuthenticator } from '../sessions/authenticator.ts';
import { harden } from '../sessions/harden.ts';
import { wholeSerializers } from '../sessions/parameters.ts';
import { callerStatement, takeOverSessionContext } from '../sessions/session-context.ts';
import { openFailure } from './open-failure.ts';

/**
 * Each request becomes this role's for as long as its transaction lasts: there is one session, the owner's. What gets out
 * of its role has no rights either; only that of PGlite itself, `reset session authorization`, would.
 */
const AUTHENTICATOR = 'authenticator_postgres';
const NUMERIC = 1700;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;

/**
 * PostgreSQL inside this process.
 * @param dataDir keeps the database in `{dataDir}/pg`; null keeps it in memory, from `snapshot` if given.
 * @throws StartupError when the directory holds something PGlite cannot open.
 */
export async function openPglite(
  dataDir: string | null,
  snapshot?: Blob,
  linkSecret?: string,
): Promise<Database> {
  const connection = await createPgliteConnection({
    url: dataDir ? path.join(dataDir, 'pg') : undefined,
    pgliteOptions: {
      ...(snapshot ? { loadDataDir: snapshot } : {}),
      parsers: { [NUMERIC]: jsonNumber, [TIMESTAMP]: isoTimestamp, [TIMESTAMPTZ]: isoTimestamp },
    },
  });
  const driver = connection.driver;
  try {
    await driver.waitReady;
  } catch (error) {
    throw await openFailure(dataDir, error);
  }
  // Said once, or the end of a request's transaction has nothing to go back to: PGlite begins with none.
  await driver.exec('set session authorization postgres');
  if (linkSecret) await driver.query('select set_config($1, $2, false)', [LINK_SECRET, linkSecret]);
  driver.serializers = wholeSerializers(driver.serializers);
  const exec = driver.exec.bind(driver);
  const exclusive = createReentrantLock(() => leaveTransaction(driver, exec));
  hold(connection, exclusive);
  takeOverSessionContext(connection as unknown as LiteConnection, AUTHENTICATOR);
  harden(connection as unknown as LiteConnection);

  const tx: Transaction = {
    sql: async <T>(text: string, params: unknown[] = []) =>
      (await driver.query<T>(text, params)).rows,
    script: async (text) => void (await driver.exec(text)),
  };
  const transaction: Database['transaction'] = (run) =>
    exclusive(async () => {
      await driver.exec('begin');
      try {
        const result = await run(tx);
        await driver.exec('commit');
        return result;
      } catch (error) {
        await driver.exec('rollback');
        throw error;
      }
    });
  const asCaller: Database['asCaller'] = (caller, run) =>
    transaction(async () => {
      const { text, params } = callerStatement(caller, AUTHENTICATOR);
      await tx.sql(text, params);
      return run(tx);
    });
  return {
    connection: connection as unknown as LiteConnection,
    ...tx,
    transaction,
    asCaller,
    admitCallers: () => makeAuthenticator({ transaction }),
    listen: (channel, callback) => driver.listen(channel, callback),
    ping: async () => void (await exclusive(() => driver.query('select 1'), true)),
    // There is one session, which the probe has asked already.
    servicesAnswer: async () => {},
    dump: () => exclusive(() => driver.dumpDataDir('none')),
    close: () => connection.close(),
  };
}

/** Every way into the one session goes through the lock; a transaction keeps it until its end. */
function hold(connection: object, exclusive: ReentrantLock): void {
  const wrap = (target: object, method: string) => {
    const methods = target as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const original = methods[method]?.bind(target);
    methods[method] = (...args) =>
      exclusive(async () => {
        const run = async () => original?.(...args);
        return byOperator(args[0]) ? longWork(run) : run();
      }, goesFirst());
  };
  const waysIn = ['withContext', 'runInTransaction', 'transaction', 'exec'];
  expectMethods(connection, waysIn, 'database/pglite.ts');
  for (const method of waysIn) wrap(connection, method);
  for (const method of ['query', 'exec']) wrap((connection as { driver: object }).driver, method);
}

/** A call of `withContext` that carries the secret key. */
function byOperator(vars: unknown): boolean {
  return (vars as { auth?: { role?: string } } | null)?.auth?.role === 'service_role';
}

/**
 * Nobody's transaction may reach the next one in the queue. Every holder ends its own; this is for the day when a
 * driver's error comes in between. A session that cannot be freed would refuse everything from then on, so the process
 * ends.
 */
async function leaveTransaction(
  driver: { isInTransaction(): boolean },
  exec: (text: string) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 0; driver.isInTransaction(); attempt++) {
    if (attempt === 3)
      return endThisProcess(new Error('The database session cannot leave its transaction.'));
    await exec('rollback').catch(() => {});
  }
}
