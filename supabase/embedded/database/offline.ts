import { type Database, withOpen } from '../base/database.ts';
import { StartupError } from '../base/errors.ts';
import { lockDirectory } from '../base/lock.ts';
import type { Keys } from '../base/options.ts';
import { engineOf, openDatabase } from './engine.ts';

interface OfflineOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  keys: Pick<Keys, 'databasePassword'>;
}

/**
 * Runs something on the database of a data directory while no server has it.
 * @throws StartupError when there is no database yet, or a server runs.
 */
export async function withDatabase<T>(
  options: OfflineOptions,
  run: (db: Database) => Promise<T>,
): Promise<T> {
  if (!options.databaseUrl && engineOf(options.dataDir) === null) {
    throw new StartupError(
      `There is no database in ${options.dataDir} yet. Run "npm start" once, or point DATA_DIR at the right directory.`,
    );
  }
  const unlock = lockDirectory(options.dataDir);
  try {
    return await withOpen(await openDatabase(options), run);
  } finally {
    unlock();
  }
}
