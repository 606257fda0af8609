import type { Database, Transaction } from '../base/database.ts';
import { StartupError } from '../base/errors.ts';
import type { Queryable } from '../base/options.ts';

/** Rows that travel together. */
const BATCH = 500;

interface Table {
  /** Schema and name, quoted. */
  name: string;
  columns: { name: string; type: string }[];
}

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
         json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    -- Says which server has this database open.
    and (n.nspname, c.relname) <> ('embedded', 'server_lock')
  group by 1 order by 1`;

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences order by 1`;

/**
 * Copies all rows of all tables, and where the sequences are, between two databases with the same schema. What the
 * target's migrations wrote is replaced; triggers and foreign keys rest meanwhile. All or nothing.
 * @returns how many rows.
 * @throws StartupError when the target lacks a table or has another one of that name.
 */
export async function copyTables(
  from: Queryable,
  to: Database,
  log: (line: string) => void,
): Promise<number> {
  const tables = await from.sql<Table>(TABLES);
  await assertAllThere(tables, to);
  return to.transaction(async (tx) => {
    await tx.sql("set local session_replication_role = 'replica'");
    await tx.script(`truncate ${tables.map((table) => table.name).join(', ')}`);
    let total = 0;
    for (const table of tables) {
      const rows = await copyTable(from, tx, table);
      if (rows > 0) log(`${table.name}: ${rows} rows`);
      total += rows;
    }
    for (const { name, value } of await from.sql<{ name: string; value: string | null }>(SEQUENCES))
      if (value !== null)
        await tx.sql('select setval($1::text::regclass, $2::bigint)', [name, value]);
    return total;
  });
}

async function assertAllThere(tables: Table[], to: Queryable): Promise<void> {
  const there = new Set((await to.sql<Table>(TABLES)).map((table) => JSON.stringify(table)));
  const missing = tables.filter((table) => !there.has(JSON.stringify(table)));
  if (missing.length === 0) return;
  const names = missing.map((table) => table.name).join(', ');
  throw new StartupError(
    `No migration makes ${names} as it is in this database, so it has no place in the new one. Move what it holds by hand, or add a migration for it.`,
  );
}

/** As text, which every type writes and reads back without loss. */
async function copyTable(from: Queryable, tx: Transaction, { name, columns }: Table) {
  const texts = columns.map((column) => `${column.name}::text`).join(', ');
  const names = columns.map((column) => column.name).join(', ');
  const values = columns.map(({ type }, i) => `(r.row ->> ${i})::${type}`).join(', ');
  const insert = `insert into ${name} (${names}) overriding system value
    select ${values} from jsonb_array_elements($1::jsonb) as r (row)`;
  let after = '(0,0)';
  let total = 0;
  for (;;) {
    const rows = await from.sql<{ at: string; row: (string | null)[] }>(
      `select ctid::text as at, to_jsonb(array[${texts}]) as row from ${name} where ctid > $1::tid order by ctid limit ${BATCH}`,
      [after],
    );
    const last = rows.at(-1);
    if (!last) return total;
    await tx.sql(insert, [rows.map(({ row }) => row)]);
    after = last.at;
    total += rows.length;
  }
}

/** Names of the tables whose rows are not the same on both sides. */
export async function differences(one: Queryable, other: Queryable): Promise<string[]> {
  const tables = await one.sql<Table>(TABLES);
  const different: string[] = [];
  for (const { name } of tables) {
    const [a, b] = [await sums(one, name), await sums(other, name)];
    if (JSON.stringify(a) !== JSON.stringify(b)) different.push(name);
  }
  return different;
}

/** Number of rows, and two sums of hashes of each row, whatever their order. */
async function sums(db: Queryable, table: string): Promise<unknown> {
  const [row] = await db.sql(
    `select count(*)::text as n, sum(hashtextextended(t::text, 1)::numeric)::text as a,
            sum(hashtextextended(t::text, 2)::numeric)::text as b from ${table} t`,
  );
  return row;
}
