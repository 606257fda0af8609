import path from 'node:path';
import { createPgliteConnection } from '@supabase/lite/pglite';
import {
  type Database,
  isoTimestamp,
  jsonNumber,
  type LiteConnection,
  type Transaction,
} from './database.ts';
import { StartupError, sentence } from './errors.ts';
import { createExclusive } from './exclusive.ts';
import { harden } from './harden.ts';

const NUMERIC = 1700;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;

/**
 * PostgreSQL inside this process.
 * @param dataDir keeps the database in `{dataDir}/pg`; null keeps it in memory, from `snapshot` if given.
 * @throws StartupError when the directory holds something PGlite cannot open.
 */
export async function openPglite(dataDir: string | null, snapshot?: Blob): Promise<Database> {
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
    throw new StartupError(
      `The database in ${dataDir ?? 'memory'} cannot be opened (${sentence(error)}). Restore the directory from a backup, or run "npm run db:reset" to start over.`,
    );
  }
  const exclusive = createExclusive();
  hold(connection, exclusive);
  harden(connection as unknown as LiteConnection);

  const tx: Transaction = {
    sql: async <T>(text: string, params: unknown[] = []) =>
      (await driver.query<T>(text, params)).rows,
    script: async (text) => void (await driver.exec(text)),
  };
  return {
    kind: 'pglite',
    connection: connection as unknown as LiteConnection,
    ...tx,
    transaction: (run) =>
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
      }),
    listen: (channel, callback) => driver.listen(channel, callback),
    dump: () => exclusive(() => driver.dumpDataDir('none')),
    close: () => connection.close(),
  };
}

/** Every way into the one session goes through the lock; a transaction keeps it until its end. */
function hold(connection: object, exclusive: <T>(run: () => Promise<T>) => Promise<T>): void {
  const wrap = (target: object, method: string) => {
    const methods = target as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const original = methods[method]?.bind(target);
    if (!original)
      throw new Error(`The database driver has no ${method}(): check supabase/embedded/pglite.ts.`);
    methods[method] = (...args) => exclusive(() => original(...args));
  };
  for (const method of ['withContext', 'runInTransaction', 'transaction', 'exec'])
    wrap(connection, method);
  for (const method of ['query', 'exec']) wrap((connection as { driver: object }).driver, method);
}
