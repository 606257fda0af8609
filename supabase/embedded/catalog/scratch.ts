import { randomBytes } from 'node:crypto';
import type { Database } from '../database.ts';
import { preludeIn } from '../migrate.ts';
import type { ServerAddress } from '../options.ts';

/**
 * Runs something on a new, empty database with these migrations, on the same server; PGlite has none, so it is one in
 * memory. Nothing is left of it.
 */
export async function withScratch<T>(
  db: Database,
  migrations: readonly string[],
  run: (scratch: Database) => Promise<T>,
): Promise<T> {
  const name = `muro_scratch_${randomBytes(6).toString('hex')}`;
  const { address } = db;
  if (address !== undefined)
    await db.sql(`create database ${name} encoding 'UTF8' template template0`);
  try {
    const scratch = await open(address, name);
    try {
      await scratch.transaction(async (tx) => {
        await preludeIn(tx);
        for (const text of migrations) await tx.script(text);
      });
      return await run(scratch);
    } finally {
      await scratch.close();
    }
  } finally {
    if (address !== undefined) await db.sql(`drop database if exists ${name} with (force)`);
  }
}

async function open(address: string | ServerAddress | undefined, database: string) {
  if (address === undefined) return (await import('../pglite.ts')).openPglite(null);
  const { openPostgres } = await import('../postgres.ts');
  if (typeof address !== 'string') return openPostgres({ ...address, database });
  const url = new URL(address);
  url.pathname = `/${database}`;
  return openPostgres(url.href);
}
