import { randomUUID } from 'node:crypto';
import type { Seed, SeedTarget } from '../../seed/index.ts';
import { startingStep } from '../base/advisory-lock.ts';
import type { Database, Transaction } from '../base/database.ts';
import type { Queryable } from '../base/options.ts';
import { describe, rowMetadata } from '../files/files.ts';
import type { ObjectFiles } from '../files/object-files.ts';
import { hashPassword } from '../passwords/hashing.ts';

interface SeedingOptions {
  seed: Seed;
  origin: string;
  log: (line: string) => void;
  /** Other seed data than `supabase/seed` (tests). */
  write?: (kind: Seed, target: SeedTarget) => Promise<unknown>;
}

/**
 * Fills a new database once. The marker is written in the same transaction, so that a start that was interrupted
 * seeds again, and a database that has been in use never gets demo data.
 */
export async function seedOnce(
  db: Database,
  files: ObjectFiles,
  options: SeedingOptions,
): Promise<boolean> {
  if (await isSeeded(db)) return false;
  return startingStep(db, async (tx) => {
    // Another backend may have been here while this one waited.
    if (await isSeeded(tx)) return false;
    if (options.seed !== 'none') {
      const write = options.write ?? (await import('../../seed/index.ts')).seed;
      await write(options.seed, target(tx, files, options));
    }
    await tx.sql("insert into embedded.state (key, value) values ('seed', $1)", [options.seed]);
    return true;
  });
}

/** Whether a database has its seed, or was never to have one. */
export async function isSeeded(db: Queryable): Promise<boolean> {
  const [done] = await db.sql("select 1 from embedded.state where key = 'seed'");
  return done !== undefined;
}

function target(tx: Transaction, files: ObjectFiles, options: SeedingOptions): SeedTarget {
  return {
    sql: tx.sql,
    origin: options.origin,
    log: options.log,
    hashPassword: (password) => hashPassword(password),
    async putObject(bucket, name, bytes, mime) {
      const info = describe(bytes, mime, 'max-age=3600');
      const version = randomUUID();
      await files.put({ bucket, name, version }, bytes, info);
      const owner = /^[0-9a-f-]{36}(?=\/)/i.exec(name)?.[0] ?? null;
      await tx.sql(
        `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, version)
         values ($1, $2, (select id from auth.users where id = $3::uuid),
                 (select id::text from auth.users where id = $3::uuid), $4, $5)
         on conflict (bucket_id, name) do update set metadata = excluded.metadata, version = excluded.version,
           updated_at = now()`,
        [bucket, name, owner, rowMetadata(info), version],
      );
    },
  };
}
