import type { Queryable } from '../base/options.ts';
import { appliedIn } from '../database/migrate.ts';
import type { Applied } from '../database/migrations.ts';

/** What an archive says of its database. */
export interface DatabaseState {
  /** The major version of PostgreSQL. */
  postgres: string;
  migrations: Applied;
}

export async function stateOf(db: Queryable): Promise<DatabaseState> {
  const [state] = await db.sql<{ postgres: string }>(
    "select (current_setting('server_version_num')::int / 10000)::text as postgres",
  );
  return { postgres: state?.postgres ?? '', migrations: await appliedIn(db) };
}
