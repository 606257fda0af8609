import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite';
import { sentence } from '#node/errors.ts';
import { withAdvisoryLock } from '../advisory-lock.ts';
import type { Database, Transaction } from '../database.ts';
import { StartupError } from '../errors.ts';
import type { Queryable } from '../options.ts';
import { platformRoles } from '../sessions/authenticator.ts';
import { asOwner } from './owner-rights.ts';
import { migrationsIn, unknownMigration, versionOf } from './release.ts';

/** Said before the long first steps: making a database takes seconds on a small machine. */
export const PREPARING = 'Preparing the database…';

/**
 * Brings the platform's schemas and then the migrations up to date, one transaction each, under a lock that keeps two
 * backends on one PostgreSQL apart. Takes `NNNNNNNNNNNNNN_name.sql` files in order; gives the names it applied.
 * @throws StartupError naming the migration that failed, with the line; earlier ones stay applied. For a database of a
 * newer or another release too, of which nothing is changed.
 */
export async function migrate(
  db: Database,
  dir: string,
  log: (line: string) => void,
): Promise<string[]> {
  const files = migrationsIn(await readdir(dir));
  const applied: string[] = [];
  await refuseUnknown(db, files);
  await db.transaction((tx) => withAdvisoryLock(tx, () => preludeIn(tx)));
  const known = await history(db);
  if (files.some((file) => !known.has(versionOf(file)))) log(PREPARING);
  for (const file of files) {
    const statements = await readFile(path.join(dir, file), 'utf8');
    const before = known.get(versionOf(file));
    if (before === undefined) {
      if (await db.transaction((tx) => withAdvisoryLock(tx, () => applyIn(tx, file, statements))))
        applied.push(file);
    } else if (before !== null && before !== statements) {
      log(
        `Note: ${file} has changed since it was applied, and is not applied again. A change belongs into a new migration.`,
      );
    }
  }
  await db.script(await readFile(new URL('policies.sql', import.meta.url), 'utf8'));
  return applied;
}

/** @throws StartupError for a database of another release. */
export async function refuseUnknown(db: Database, files: readonly string[]): Promise<void> {
  const [table] = await db.sql<{ there: string | null }>(
    "select to_regclass('supabase_migrations.schema_migrations')::text as there",
  );
  if (!table?.there) return;
  const rows = await db.sql<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const unknown = unknownMigration(
    rows.map((row) => row.version),
    files,
  );
  if (unknown)
    throw new StartupError(
      `The database was made by a newer release, whose migration ${unknown} is unknown here. Start it with that release, or restore a backup of this one into another DATA_DIR; nothing was changed.`,
    );
}

/**
 * For a server that shares a database which others have already: it takes it as it is.
 * @throws StartupError when this release would change it.
 */
export async function refuseChanges(db: Database, dir: string): Promise<void> {
  const files = migrationsIn(await readdir(dir));
  await refuseUnknown(db, files);
  const known = await history(db);
  const missing = files.filter((file) => !known.has(versionOf(file))).length;
  const has =
    missing > 0
      ? `has ${missing} ${missing === 1 ? 'migration' : 'migrations'} that they do not know`
      : 'sets up roles and services in another way';
  if (missing > 0 || !(await hasPrelude(db, (await readPrelude()).hash)))
    throw new StartupError(
      `Stop the other servers first: this version ${has}. Nothing was changed.`,
    );
}

async function readPrelude(): Promise<{ text: string; hash: string }> {
  const prelude = await readFile(new URL('prelude.sql', import.meta.url), 'utf8');
  const text = [
    await platformRoles(),
    SUPABASE_AUTH_HELPERS_SQL,
    getAuthSchemaSql(),
    getStorageSchemaSql(),
    prelude,
  ].join('\n');
  return { text, hash: createHash('sha256').update(text).digest('hex') };
}

async function hasPrelude(db: Queryable, hash: string): Promise<boolean> {
  const [state] = await db.sql<{ known: string | null }>(
    "select to_regclass('embedded.state')::text as known",
  );
  if (!state?.known) return false;
  const [row] = await db.sql<{ value: string }>(
    "select value from embedded.state where key = 'prelude'",
  );
  return row?.value === hash;
}

/** The roles, auth and storage that hosted Supabase has; skipped while they are unchanged. */
export async function preludeIn(tx: Transaction): Promise<void> {
  const { text, hash } = await readPrelude();
  if (await hasPrelude(tx, hash)) return;
  await asOwner(tx.script(text));
  await tx.sql(
    `insert into embedded.state (key, value) values ('prelude', $1) on conflict (key) do update set value = excluded.value`,
    [hash],
  );
}

/** Version and text; the Supabase CLI splits the text into statements, which then cannot be compared. */
export async function history(db: Database): Promise<Map<string, string | null>> {
  const [table] = await db.sql<{ there: string | null }>(
    "select to_regclass('supabase_migrations.schema_migrations')::text as there",
  );
  if (!table?.there) return new Map();
  const rows = await db.sql<{ version: string; statements: string[] | null }>(
    'select version, statements from supabase_migrations.schema_migrations',
  );
  return new Map(
    rows.map((row) => [
      row.version,
      row.statements?.length === 1 ? (row.statements[0] ?? null) : null,
    ]),
  );
}

async function applyIn(tx: Transaction, file: string, statements: string): Promise<boolean> {
  const version = versionOf(file);
  // Another backend may have been here while this one waited for the lock.
  const [done] = await tx.sql(
    'select 1 from supabase_migrations.schema_migrations where version = $1',
    [version],
  );
  if (done) return false;
  try {
    await tx.script(statements);
  } catch (error) {
    throw new StartupError(
      `The migration ${file} failed${lineOf(error, statements)}: ${sentence(error)}. Nothing of it was applied; correct the file and start again.`,
    );
  }
  await note(tx, file, statements);
  return true;
}

function note(tx: Transaction, file: string, statements: string): Promise<unknown> {
  return tx.sql(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [versionOf(file), file.slice(15, -4), [statements]],
  );
}

/** Notes that the database has what this one migration makes, instead of what was noted before. */
export async function replaceHistory(
  tx: Transaction,
  file: string,
  statements: string,
): Promise<void> {
  await tx.sql('delete from supabase_migrations.schema_migrations');
  await note(tx, file, statements);
}

/** PostgreSQL gives a character position when the fault is in the text itself. */
function lineOf(error: unknown, text: string): string {
  const position = Number((error as { position?: unknown }).position);
  return Number.isInteger(position) && position > 0
    ? ` at line ${text.slice(0, position).split('\n').length}`
    : '';
}
