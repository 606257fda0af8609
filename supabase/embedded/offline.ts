import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Database } from './database.ts';
import { StartupError } from './errors.ts';
import { lockDirectory } from './lock.ts';
import { openPglite } from './pglite.ts';

export interface OfflineOptions {
  dataDir: string;
  databaseUrl?: string;
}

/**
 * Runs something on the database of a data directory while no server has it.
 * @throws StartupError when there is no database yet, or a server runs.
 */
export async function withDatabase<T>(
  options: OfflineOptions,
  run: (db: Database) => Promise<T>,
): Promise<T> {
  if (!options.databaseUrl && !existsSync(path.join(options.dataDir, 'pg'))) {
    throw new StartupError(
      `There is no database in ${options.dataDir} yet. Run "npm start" once, or point DATA_DIR at the right directory.`,
    );
  }
  const unlock = lockDirectory(options.dataDir);
  try {
    const db = await open(options);
    try {
      return await run(db);
    } finally {
      await db.close();
    }
  } finally {
    unlock();
  }
}

async function open({ dataDir, databaseUrl }: OfflineOptions): Promise<Database> {
  if (!databaseUrl) return openPglite(dataDir);
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl);
}
