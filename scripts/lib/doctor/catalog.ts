import path from 'node:path';
import type { Environment } from '#config/process/environment.ts';
import {
  compareWithMigrations,
  type Database,
  engineOf,
  loadKeys,
  openPostgres,
  runningServer,
  withDatabase,
  withOpen,
} from '#embedded/index.ts';
import { sentence } from '#node/errors.ts';
import { ROOT } from '#node/root.ts';
import { answersOf, type Finding } from './finding.ts';

const MIGRATIONS = path.join(ROOT, 'supabase/migrations');
const SHOWN = 5;

/**
 * Whether tables, functions and rights of the database are as the migrations make them. Nothing is said where they are.
 */
export async function catalogFinding(env: Environment, running: boolean): Promise<Finding[]> {
  const { ok, warn } = answersOf('catalog');
  const engine = env.databaseUrl ? 'native' : engineOf(env.dataDir);
  if (env.hosted || engine === null) return [];
  if (running && engine === 'pglite')
    return [
      ok('PGlite answers its server only: stop it to compare the database with its migrations.'),
    ];
  const differences = await compared(env, running).catch((error) => sentence(error));
  if (typeof differences === 'string')
    return [
      warn(`The database was not compared with its migrations: ${differences.replace(/\.$/, '')}.`),
    ];
  if (differences.length === 0) return [];
  const more = differences.length > SHOWN ? ` and ${differences.length - SHOWN} more` : '';
  return [
    warn(
      `The database differs from its migrations: ${differences.slice(0, SHOWN).join('; ')}${more}. Apply supabase/migrations to an empty database to see how each is made.`,
    ),
  ];
}

async function compared(env: Environment, running: boolean): Promise<string[]> {
  const { dataDir, databaseUrl } = env;
  const keys = await loadKeys(dataDir, env.keys);
  const compare = (db: Database) => compareWithMigrations(db, MIGRATIONS);
  if (!databaseUrl && !running) return withDatabase({ dataDir, keys }, compare);
  const at = databaseUrl ?? (await runningServer(dataDir, keys));
  return withOpen(await openPostgres(at), compare);
}
