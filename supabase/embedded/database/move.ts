import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../base/errors.ts';
import { lockDirectory } from '../base/lock.ts';
import type { Keys } from '../base/options.ts';
import { CLUSTER, startNative } from '../native/server.ts';
import { openPostgres } from '../sessions/postgres.ts';
import { copyTables, differences } from './copy-tables.ts';
import { engineOf } from './engine.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Until everything is there and compared, the new database has another name, so that a start takes the old one. */
const DRAFT = `${CLUSTER}.moving`;

interface MoveOptions {
  dataDir: string;
  keys: Pick<Keys, 'databasePassword'>;
  log: (line: string) => void;
  postgresOptions?: string | undefined;
  /** Other migrations than `supabase/migrations` (tests). */
  migrationsDir?: string;
}

/**
 * Takes the database of a data directory over from PGlite to the native engine: every row is copied and compared. The
 * old one stays beside it. Gives the number of rows, and where the old one is.
 * @throws StartupError when there is nothing to move, a server runs, or a row differs; then nothing has changed.
 * @throws NativeUnavailable when the native engine does not run here.
 */
export async function moveToNative(options: MoveOptions): Promise<{ rows: number; kept: string }> {
  const { dataDir, log } = options;
  const made = engineOf(dataDir);
  if (made === 'native')
    throw new StartupError(`The database in ${dataDir} is with the native engine already.`);
  if (made === null) throw new StartupError(`There is no database in ${dataDir} to move.`);
  const unlock = lockDirectory(dataDir);
  const draft = path.join(dataDir, DRAFT);
  try {
    await rm(draft, { recursive: true, force: true });
    const rows = await copy(options);
    const kept = freeName(path.join(dataDir, 'pg.before-move'));
    await rename(path.join(dataDir, 'pg'), kept);
    await rename(draft, path.join(dataDir, CLUSTER));
    return { rows, kept };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    log('The database is where it was; nothing was changed.');
    throw error;
  } finally {
    unlock();
  }
}

async function copy(options: MoveOptions): Promise<number> {
  const { dataDir, keys, log, postgresOptions, migrationsDir = MIGRATIONS } = options;
  const from = await openPglite(dataDir);
  try {
    await migrate(from, migrationsDir, log);
    const server = await startNative({
      dataDir,
      password: keys.databasePassword,
      options: postgresOptions,
      cluster: DRAFT,
    });
    try {
      const to = await openPostgres(server.connection);
      try {
        await migrate(to, migrationsDir, () => {});
        const rows = await copyTables(from, to, log);
        const [different] = await differences(from, to);
        if (different)
          throw new StartupError(`The copy of ${different} is not the same as the original.`);
        return rows;
      } finally {
        await to.close();
      }
    } finally {
      await server.stop();
    }
  } finally {
    await from.close();
  }
}

function freeName(wanted: string): string {
  for (let i = 1; ; i++) {
    const name = i === 1 ? wanted : `${wanted}-${i}`;
    if (!existsSync(name)) return name;
  }
}
