import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '../options.ts';

/** The rows of one table by their key. */
type Rows = Map<string, Record<string, unknown>>;
export type MadeRows = Map<string, Rows>;

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, array_agg(a.attname::text order by a.attnum) as keys
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
  where i.indisprimary and n.nspname in ('public', 'private') group by 1 order by 1`;

/** Tables whose rows follow, or lose what they say, when one of this is removed. */
const FOLLOWED =
  "select 1 from pg_constraint where contype = 'f' and confrelid = $1::regclass and confdeltype not in ('a', 'r')";

/** The rows of the tables that have any: in a database with nothing but migrations, those that they made. */
export async function readRows(db: Queryable, only?: Iterable<string>): Promise<MadeRows> {
  const wanted = only && new Set(only);
  const made: MadeRows = new Map();
  for (const { name, keys } of await db.sql<{ name: string; keys: string[] }>(TABLES)) {
    if (wanted && !wanted.has(name)) continue;
    const rows = await db.sql<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t`,
    );
    if (rows.length > 0)
      made.set(
        name,
        new Map(rows.map(({ row }) => [JSON.stringify(keys.map((k) => row[k])), row])),
      );
  }
  return made;
}

export interface RowChange {
  table: string;
  row: Record<string, unknown>;
  /** None of the present texts makes it. */
  remove: boolean;
}

/**
 * Rows that are as an earlier text of a migration made them, and that its present text makes otherwise. What an operator
 * has changed since is neither.
 */
export function rowChanges(actual: MadeRows, earlier: MadeRows, present: MadeRows): RowChange[] {
  const changes: RowChange[] = [];
  for (const [table, rows] of earlier)
    for (const [key, row] of rows)
      if (!present.get(table)?.has(key) && same(actual.get(table)?.get(key), row))
        changes.push({ table, row, remove: true });
  for (const [table, rows] of present)
    for (const [key, row] of rows) {
      const before = earlier.get(table)?.get(key);
      const is = actual.get(table)?.get(key);
      if (same(is, before) && !same(row, before)) changes.push({ table, row, remove: false });
    }
  return changes;
}

/** When a row was made is no part of what it says. */
function same(a?: Record<string, unknown>, b?: Record<string, unknown>): boolean {
  const said = (row: Record<string, unknown> = {}) =>
    Object.entries(row).filter(([name]) => !name.endsWith('_at'));
  return (a === undefined) === (b === undefined) && isDeepStrictEqual(said(a), said(b));
}

/** @throws what the database says, among that when people's rows hang on one that is to be removed. */
export async function writeRow(db: Queryable, { table, row, remove }: RowChange): Promise<void> {
  const [found] = (await db.sql<{ name: string; keys: string[] }>(TABLES)).filter(
    ({ name }) => name === table,
  );
  const keys = (found?.keys ?? []).map((key) => `"${key}"`);
  if (remove) {
    if ((await db.sql(FOLLOWED, [table])).length > 0)
      throw new Error('Other rows would go with it.');
    await db.sql(
      `delete from ${table} where (${keys}) = (select ${keys} from jsonb_populate_record(null::${table}, $1))`,
      [row],
    );
    return;
  }
  const names = Object.keys(row).map((name) => `"${name}"`);
  await db.sql(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)
     on conflict (${keys}) do update set ${names.map((n) => `${n} = excluded.${n}`)}`,
    [row],
  );
}
