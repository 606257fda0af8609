import type { Queryable } from '#embedded/index.ts';
import { become, type Caller, scratch, type TestDb } from './actors.ts';

/** What a statement made the database do; the same on every machine, however busy. */
export interface Work {
  /** Calls of each function. */
  calls: Record<string, number>;
  /** Rows of each table that were read, through an index or not. */
  read: Record<string, number>;
  /** Rows of each table that were written, also those that were undone. */
  written: Record<string, number>;
}

const COUNTS = `
  select 'calls' as what, schemaname || '.' || funcname as name, sum(calls)::int as n
    from pg_stat_xact_user_functions group by 2
  union all
  select what, schemaname || '.' || relname, n::int from pg_stat_xact_all_tables, lateral (values
    ('read', seq_tup_read + coalesce(idx_tup_fetch, 0)),
    ('written', n_tup_ins + n_tup_upd + n_tup_del)) as counts (what, n)
    where schemaname in ('public', 'private', 'auth')`;

async function counts(tx: Queryable) {
  const rows = await tx.sql<{ what: keyof Work; name: string; n: number }>(COUNTS);
  return new Map(rows.map((row) => [`${row.what} ${row.name}`, row]));
}

/** Runs a statement as a caller, counts what it does, and undoes it. */
export async function workOf(
  db: TestDb,
  caller: Caller,
  text: string,
  params: unknown[] = [],
): Promise<Work> {
  const work: Work = { calls: {}, read: {}, written: {} };
  await scratch(db, async (tx) => {
    await tx.sql(`set local track_functions = 'all'`);
    // The counts go on from those of the session before.
    const before = await counts(tx);
    await become(tx, caller);
    await tx.sql(text, params);
    await tx.sql('reset role');
    for (const [key, { what, name, n }] of await counts(tx)) {
      const done = n - (before.get(key)?.n ?? 0);
      if (done > 0) work[what][name] = done;
    }
  });
  return work;
}
