import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '#node/errors.ts';
import type { Database } from '../base/database.ts';
import { endThisProcess, StartupError } from '../base/errors.ts';
import type { BackendOptions, Engine, Keys } from '../base/options.ts';
import { NativeUnavailable } from '../native/binaries.ts';
import { endOrphan } from '../native/orphan-server.ts';
import { CLUSTER } from '../native/server.ts';
import { PREPARING } from './migrate.ts';
import { openCluster } from './open-cluster.ts';

/** The folder of a data directory that holds the database, by the engine that made it. */
const FOLDERS: Record<Engine, string> = { native: CLUSTER, pglite: 'pg' };

type Options = Pick<
  BackendOptions,
  | 'dataDir'
  | 'databaseUrl'
  | 'engine'
  | 'pools'
  | 'postgresOptions'
  | 'snapshot'
  | 'log'
  | 'onDatabaseLost'
> & { keys: Pick<Keys, 'databasePassword'> & Partial<Pick<Keys, 'linkSecret'>> };

/** The engine that made the database of a data directory; null for none yet. */
export function engineOf(dataDir: string): Engine | null {
  const made = (engine: Engine) => existsSync(path.join(dataDir, FOLDERS[engine]));
  if (made('native')) return 'native';
  return made('pglite') ? 'pglite' : null;
}

/** Removes the database of a data directory, and ends the server that may still run on it. */
export async function removeDatabase(dataDir: string): Promise<void> {
  await endOrphan(path.join(path.resolve(dataDir), CLUSTER));
  for (const folder of Object.values(FOLDERS))
    await rm(path.join(dataDir, folder), { recursive: true, force: true });
}

/**
 * Opens the database: the operator's own (`databaseUrl`), or that of the data directory with the engine that made it.
 * A new one is made by the native engine where that runs, otherwise by PGlite; one in memory is PGlite's.
 * @throws StartupError with one sentence for the operator.
 */
export async function openDatabase(options: Options): Promise<Database> {
  const { dataDir, databaseUrl, snapshot, log = () => {} } = options;
  const { linkSecret } = options.keys;
  if (databaseUrl) {
    const { openPostgres } = await import('../sessions/postgres.ts');
    return openPostgres(databaseUrl, options.pools, options.keys);
  }
  if (!dataDir) return openWasm(null, linkSecret, snapshot);
  const made = engineOf(dataDir);
  if ((made ?? options.engine) === 'pglite') {
    if (options.engine !== 'pglite') log(KEPT_BY_PGLITE);
    if (!made) log(PREPARING);
    return openWasm(dataDir, linkSecret);
  }
  try {
    return await openNative({ ...options, dataDir });
  } catch (error) {
    if (!(error instanceof NativeUnavailable)) throw error;
    if (made) {
      throw new StartupError(
        `The database in ${dataDir} needs its native engine, which does not run: ${error.message}.`,
      );
    }
    log(`PGlite keeps the database, because ${error.message}.`);
    log(PREPARING);
    return openWasm(dataDir, linkSecret);
  }
}

const KEPT_BY_PGLITE =
  'PGlite keeps this database, as at its first start; "node scripts/run.cjs db-move" takes it over to the native engine.';

/** An engine that is not used is not loaded: PGlite alone takes tens of megabytes. */
async function openWasm(
  dataDir: string | null,
  linkSecret?: string,
  snapshot?: Blob,
): Promise<Database> {
  const { openPglite } = await import('./pglite.ts');
  return openPglite(dataDir, snapshot, linkSecret);
}

const WRONG_PASSWORD = '28P01';

async function openNative(options: Options & { dataDir: string }): Promise<Database> {
  const { dataDir, keys, postgresOptions, pools, log } = options;
  const onLost =
    options.onDatabaseLost ??
    (() => endThisProcess(new Error('The database server ended unexpectedly.')));
  const password = keys.databasePassword;
  const cluster = { dataDir, password, options: postgresOptions, log, pools, keys, onLost };
  return openCluster(cluster).catch((error) => {
    if (codeOf((error as Error).cause) !== WRONG_PASSWORD) throw error;
    // keys.json was made anew. The owner of the files owns the database.
    return openCluster({ ...cluster, setPassword: true });
  });
}
