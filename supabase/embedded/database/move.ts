import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Database, withOpen } from '../base/database.ts';
import { StartupError } from '../base/errors.ts';
import { lockDirectory } from '../base/lock.ts';
import type { Keys } from '../base/options.ts';
import { findBinaries, withBinariesOf } from '../native/binaries.ts';
import { versionOf } from '../native/cluster.ts';
import { CLUSTER } from '../native/server.ts';
import { copyTables, differences } from './copy-tables.ts';
import { engineOf } from './engine.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { openCluster } from './open-cluster.ts';

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
 * Takes the database of a data directory over to the installed native engine, from PGlite or from another version of
 * PostgreSQL: every row is copied and compared. The old one stays beside it. Gives the number of rows, and where the old
 * one is.
 * @throws StartupError when there is nothing to move, a server runs, or a row differs; then nothing has changed.
 * @throws NativeUnavailable when an engine does not run here, or that of the database cannot be fetched.
 */
export async function moveToNative(options: MoveOptions): Promise<{ rows: number; kept: string }> {
  const { dataDir, log } = options;
  const made = engineOf(dataDir);
  if (made === null) throw new StartupError(`There is no database in ${dataDir} to move.`);
  const unlock = lockDirectory(dataDir);
  const draft = path.join(dataDir, DRAFT);
  const old = path.join(dataDir, made === 'native' ? CLUSTER : 'pg');
  try {
    await rm(draft, { recursive: true, force: true });
    const rows = await (made === 'native' ? copyOlder(old, options) : copyPglite(options));
    const kept = freeName(`${old}.before-move`);
    await rename(old, kept);
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

async function copyPglite(options: MoveOptions): Promise<number> {
  const { openPglite } = await import('./pglite.ts');
  return copy(await openPglite(options.dataDir), options);
}

async function copyOlder(cluster: string, options: MoveOptions): Promise<number> {
  const { dataDir, log } = options;
  const major = await versionOf(cluster);
  if (major === (await findBinaries()).major)
    throw new StartupError(
      `The database in ${dataDir} is with the native engine already, PostgreSQL ${major}.`,
    );
  log(`Fetching PostgreSQL ${major}, which made the database.`);
  return withBinariesOf(major, async (binaries) =>
    // The socket is the new one's.
    copy(await openCluster({ ...serverOf(options), binaries, loopback: true }), options),
  );
}

const serverOf = ({ dataDir, keys, postgresOptions }: MoveOptions) => ({
  dataDir,
  password: keys.databasePassword,
  options: postgresOptions,
});

async function copy(from: Database, options: MoveOptions): Promise<number> {
  const { log, migrationsDir = MIGRATIONS } = options;
  return withOpen(from, async () => {
    await migrate(from, migrationsDir, log);
    return withOpen(await openCluster({ ...serverOf(options), cluster: DRAFT }), async (to) => {
      await migrate(to, migrationsDir, () => {});
      const rows = await copyTables(from, to, log);
      const [different] = await differences(from, to);
      if (different)
        throw new StartupError(`The copy of ${different} is not the same as the original.`);
      return rows;
    });
  });
}

function freeName(wanted: string): string {
  for (let i = 1; ; i++) {
    const name = i === 1 ? wanted : `${wanted}-${i}`;
    if (!existsSync(name)) return name;
  }
}
