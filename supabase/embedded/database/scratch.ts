import { randomBytes } from 'node:crypto';
import { type Database, withOpen } from '../base/database.ts';
import type { ServerAddress } from '../base/options.ts';
import { preludeIn } from './migrate.ts';

/**
 * Runs something on a new, empty database with these migrations, on the same server; PGlite has none, so it is one in
 * memory. Nothing is left of it.
 */
export async function withScratch<T>(
  db: Database,
  migrations: readonly string[],
  run: (scratch: Database) => Promise<T>,
): Promise<T> {
  const filled = async (scratch: Database) => {
    await scratch.transaction(async (tx) => {
      await preludeIn(tx);
      for (const text of migrations) await tx.script(text);
    });
    return run(scratch);
  };
  if (db.address === undefined) return withOpen(await open(undefined, ''), filled);
  const name = `${await clearOlder(db)}${randomBytes(6).toString('hex')}`;
  await db.sql(`create database ${name} encoding 'UTF8' template template0`);
  try {
    return await withOpen(await open(db.address, name), filled);
  } finally {
    // What is left is removed by the next one.
    await db.sql(`drop database if exists ${name} with (force)`).catch(() => {});
  }
}

/** Removes those of processes that were killed; one that is in use stays. Gives how the names of this database begin. */
async function clearOlder(db: Database): Promise<string> {
  const [own] = await db.sql<{ oid: number }>(
    'select oid from pg_database where datname = current_database()',
  );
  const prefix = `muro_scratch_${own?.oid}_`;
  const older = await db.sql<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of older)
    await db.sql(`drop database if exists ${datname}`).catch(() => {});
  return prefix;
}

async function open(address: string | ServerAddress | undefined, database: string) {
  if (address === undefined) return (await import('./pglite.ts')).openPglite(null);
  const { openPostgres } = await import('../sessions/postgres.ts');
  if (typeof address !== 'string') return openPostgres({ ...address, database });
  const url = new URL(address);
  url.pathname = `/${database}`;
  return openPostgres(url.href);
}
