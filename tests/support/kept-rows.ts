import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '#embedded/index.ts';

type Row = Record<string, unknown>;
/** Rows by table, as in `public.artists`. */
export type Rows = Record<string, Row[]>;

/** What each release writes for itself, so that a later one may write something else there. */
const WRITTEN_BY_THE_RELEASE = [
  'embedded.state',
  'private.error_codes',
  'private.export_parts',
  'storage.buckets',
  'supabase_migrations.schema_migrations',
];

/** Tables that have another name since. */
const RENAMED: Record<string, string> = {
  'private.facts_due': 'private.fact_schedule',
  'private.lead_intake': 'private.request_intake',
  'private.lead_notes': 'private.request_notes',
  'private.lead_offers': 'private.request_offers',
  'private.lead_senders': 'private.request_senders',
  'private.page_links': 'private.claim_links',
  'private.removed_murals': 'private.deleted_murals',
  'private.thread_reports': 'private.conversation_reports',
  'public.lead_details': 'public.request_details',
  'public.lead_events': 'public.assignment_events',
};
/** Columns that have another name since, of tables by their present names. */
const RENAMED_COLUMNS: Record<string, [from: string, to: string]> = {
  'private.match_profiles': ['looks', 'style_bits'],
};

/** Every row that people and services wrote. */
export async function rowsOf(db: Queryable): Promise<Rows> {
  const tables = await db.sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
  );
  const rows: Rows = {};
  for (const { name } of tables) {
    if (WRITTEN_BY_THE_RELEASE.includes(name)) continue;
    const found = await db.sql<{ row: Row }>(
      `select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`,
    );
    if (found.length > 0) rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

/** The rows of `before` that are not among those of `now`, which may have further columns, rows and tables. */
export function lostRows(before: Rows, now: Rows): { table: string; row: Row }[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    if (WRITTEN_BY_THE_RELEASE.includes(table)) return [];
    const left = [...(now[table] ?? [])];
    return rows.flatMap((row) => {
      const at = left.findIndex((other) => holds(other, row));
      if (at < 0) return [{ table, row }];
      left.splice(at, 1);
      return [];
    });
  });
}

const holds = (row: Row, part: Row) =>
  Object.entries(part).every(([column, value]) => isDeepStrictEqual(row[column], value));

function renamed(table: string, row: Row): Row {
  const [from, to] = RENAMED_COLUMNS[table] ?? [];
  if (!from || !to || !(from in row)) return row;
  const { [from]: value, ...rest } = row;
  return { ...rest, [to]: value };
}

/** From a file that has a row in each line: `{table, row}`, by the present names of tables and columns. */
export function rowsIn(lines: string): Rows {
  const all = lines.split('\n').filter(Boolean);
  const entries = all.map((line): { table: string; row: Row } => JSON.parse(line));
  const byTable = Object.groupBy(entries, ({ table }) => RENAMED[table] ?? table);
  return Object.fromEntries(
    Object.entries(byTable).map(([table, found = []]) => [
      table,
      found.map(({ row }) => renamed(table, row)),
    ]),
  );
}
