import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite';
import { sentence } from '#node/errors.ts';
import { startingStep } from '../base/advisory-lock.ts';
import type { Database, Transaction } from '../base/database.ts';
import { StartupError } from '../base/errors.ts';
import type { Queryable } from '../base/options.ts';
import { asOwner } from '../base/owner-rights.ts';
import { platformRoles } from '../sessions/authenticator.ts';
import { type Applied, type Migration, readMigrations, unknownMigration } from './migrations.ts';

/** Said before the long first steps: making a database takes seconds on a small machine. */
export const PREPARING = 'Preparing the database…';

/**
 * Brings the platform's schemas and then the migrations up to date, one transaction each, under a lock that keeps two
 * backends on one PostgreSQL apart. Takes `NNNNNNNNNNNNNN_name.sql` files in order; gives the versions it applied.
 * @throws StartupError naming the migration that failed, with the line; earlier ones stay applied. For a database that
 * another version of the product made too, of which nothing is changed.
 */
export async function migrate(
  db: Database,
  dir: string,
  log: (line: string) => void,
): Promise<string[]> {
  const migrations = await readMigrations(dir);
  const known = await appliedIn(db);
  refuseOthers(known, migrations);
  await startingStep(db, preludeIn);
  const missing = migrations.filter(({ version }) => !(version in known));
  if (missing.length > 0) log(PREPARING);
  const applied: string[] = [];
  for (const migration of missing)
    if (await startingStep(db, (tx) => applyIn(tx, migration))) applied.push(migration.version);
  await db.script(await readFile(new URL('policies.sql', import.meta.url), 'utf8'));
  return applied;
}

/** @throws StartupError for a database of another version. */
function refuseOthers(applied: Applied, migrations: readonly Migration[]): void {
  const unknown = unknownMigration(applied, migrations);
  if (unknown)
    throw new StartupError(
      `Another version of the product made this database, with the migration ${unknown}. Start that version, or begin with an empty database (another DATA_DIR); nothing was changed.`,
    );
}

/**
 * For a server that shares a database which others have already: it takes it as it is.
 * @throws StartupError when this version would change it.
 */
export async function refuseChanges(db: Database, dir: string): Promise<void> {
  const migrations = await readMigrations(dir);
  const known = await appliedIn(db);
  refuseOthers(known, migrations);
  const missing = migrations.filter(({ version }) => !(version in known)).length;
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

/** What a database says of its migrations; nothing for a new one. */
export async function appliedIn(db: Queryable): Promise<Applied> {
  const [table] = await db.sql<{ there: string | null }>(
    "select to_regclass('supabase_migrations.schema_migrations')::text as there",
  );
  if (!table?.there) return {};
  const rows = await db.sql<{ version: string; sum: string | null }>(
    `select version, case cardinality(statements) when 1 then md5(statements[1]) end as sum
     from supabase_migrations.schema_migrations`,
  );
  return Object.fromEntries(rows.map(({ version, sum }) => [version, sum]));
}

async function applyIn(tx: Transaction, { version, name, text }: Migration): Promise<boolean> {
  // Another backend may have been here while this one waited for the lock.
  const [done] = await tx.sql(
    'select 1 from supabase_migrations.schema_migrations where version = $1',
    [version],
  );
  if (done) return false;
  try {
    await tx.script(text);
  } catch (error) {
    throw new StartupError(
      `The migration ${version}_${name}.sql failed${lineOf(error, text)}: ${sentence(error)}. Nothing of it was applied; correct the file and start again.`,
    );
  }
  await tx.sql(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [version, name, [text]],
  );
  return true;
}

/** PostgreSQL gives a character position when the fault is in the text itself. */
function lineOf(error: unknown, text: string): string {
  const position = Number((error as { position?: unknown }).position);
  return Number.isInteger(position) && position > 0
    ? ` at line ${text.slice(0, position).split('\n').length}`
    : '';
}
