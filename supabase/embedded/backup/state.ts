import type { Queryable } from '../options.ts';

/** What an archive says of its database. */
export interface DatabaseState {
  /** The major version of PostgreSQL. */
  postgres: string;
  /** The last migration; empty before the first. */
  migration: string;
  /** All of them; archives of earlier releases name the last one only. */
  migrations?: string[];
}

export async function stateOf(db: Queryable): Promise<DatabaseState> {
  const [state] = await db.sql<DatabaseState>(
    `select (current_setting('server_version_num')::int / 10000)::text as postgres, coalesce(max(version), '') as migration,
       coalesce(array_agg(version order by version), '{}') as migrations
     from supabase_migrations.schema_migrations`,
  );
  return state ?? { postgres: '', migration: '' };
}
