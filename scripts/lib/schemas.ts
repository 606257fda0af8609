import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readCatalog } from '#embedded/catalog/catalog.ts';
import { withScratch } from '#embedded/catalog/scratch.ts';
import type { Database } from '#embedded/database.ts';
import type { Queryable } from '#embedded/options.ts';
import { ROOT } from '#node/root.ts';

/** What `readCatalog` leaves out, because no caller depends on it. */
const BESIDES = `
  select 'comment' as kind, i.type || ' ' || i.identity as name, d.description as def
    from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) i
    where i.schema in ('public', 'private') or i.identity ~ '^(public|private)\\M'
  union all
  select 'type', t.typname, string_agg(e.enumlabel, ',' order by e.enumsortorder)
    from pg_type t join pg_enum e on e.enumtypid = t.oid join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ('public', 'private') group by 2
  union all
  select 'order of columns', a.attrelid::regclass::text, string_agg(a.attname, ',' order by a.attnum)
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped group by 2
  order by 1, 2`;

/** The texts in a folder of `supabase`, in the order in which they are applied. */
export async function sqlIn(folder: 'schemas' | 'migrations'): Promise<string[]> {
  const dir = path.join(ROOT, 'supabase', folder);
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')));
}

interface Made {
  /** Everything there is: what it is called, and what it is. */
  objects: Map<string, string>;
  rows: MadeRows;
}

/** What an empty database has after these texts, on a server of this one. */
export function madeBy(db: Database, texts: readonly string[]): Promise<Made> {
  return withScratch(db, texts, async (scratch) => ({
    objects: await objectsIn(scratch),
    rows: await rowsIn(scratch),
  }));
}

async function objectsIn(db: Queryable): Promise<Map<string, string>> {
  const besides = await db.sql<{ kind: string; name: string; def: string }>(BESIDES);
  return new Map([
    ...[...(await readCatalog(db))].map(([name, { def }]) => [name, def] as const),
    ...besides.map(({ kind, name, def }) => [`${kind} ${name}`, def] as const),
  ]);
}

/** The names of what one has and the other has not, or has otherwise. */
export function differing(one: Made, other: Made): string[] {
  const names = new Set([...one.objects.keys(), ...other.objects.keys()]);
  const objects = [...names].filter((name) => one.objects.get(name) !== other.objects.get(name));
  return [
    ...objects,
    ...rowChanges(one.rows, other.rows).map(({ table, key }) => `row ${key} of ${table}`),
  ];
}

/** Rows of one table as SQL gives them, by their key. */
type MadeRows = Map<string, { keys: string[]; rows: Map<string, Record<string, unknown>> }>;

/** Operators change these rows, and numbers are counted: what is there stays. */
const OPERATED = [
  'private.settings',
  'private.match_weights',
  'public.estimate_rates',
  'public.city_rules',
  'private.storage_use',
];

async function rowsIn(db: Queryable): Promise<MadeRows> {
  const tables = await db.sql<{ name: string; keys: string[]; columns: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey)) as keys,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.attidentity = '' and a.attname not like '%\\_at') as columns
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where i.indisprimary and (n.nspname in ('public', 'private') or c.oid = 'storage.buckets'::regclass)
      -- What is only numbered (the outbox, logs) tells what was done, and not what there is.
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey) and a.attidentity <> '')
    order by 1`);
  const made: MadeRows = new Map();
  for (const { name, keys, columns } of tables) {
    const found = await db.sql<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from (select ${columns.map((c) => `"${c}"`)} from ${name}) t`,
    );
    const rows = new Map(
      found.map(({ row }) => [keys.map((key) => String(row[key])).join(', '), row]),
    );
    if (rows.size > 0) made.set(name, { keys, rows });
  }
  return made;
}

interface RowChange {
  table: string;
  key: string;
  keys: string[];
  /** What the row is to be; null where it is to go. */
  row: Record<string, unknown> | null;
}

/** What turns the rows of one into those of the other; what operators change is only added. */
function rowChanges(from: MadeRows, to: MadeRows): RowChange[] {
  const changes: RowChange[] = [];
  for (const [table, { keys, rows }] of to)
    for (const [key, row] of rows) {
      const before = from.get(table)?.rows.get(key);
      if (isDeepStrictEqual(before, row) || (before && OPERATED.includes(table))) continue;
      changes.push({ table, key, keys, row });
    }
  for (const [table, { keys, rows }] of from)
    for (const key of rows.keys())
      if (!OPERATED.includes(table) && !to.get(table)?.rows.has(key))
        changes.push({ table, key, keys, row: null });
  return changes;
}

/** The statements that turn the rows of one into those of the other. */
export function rowStatements(from: Made, to: Made): string[] {
  return rowChanges(from.rows, to.rows).map(({ table, keys, key, row }) => {
    if (row === null)
      return `delete from ${table} where concat_ws(', ', ${keys.join(', ')}) = ${quoted(key)};\n`;
    const names = Object.keys(row);
    const others = names.filter((name) => !keys.includes(name));
    const kept = others.map((name) => `${name} = excluded.${name}`).join(', ');
    return `insert into ${table} (${names.join(', ')})
  select ${names.join(', ')} from jsonb_populate_record(null::${table}, ${quoted(JSON.stringify(row))})
  on conflict (${keys.join(', ')}) do ${kept ? `update set ${kept}` : 'nothing'};\n`;
  });
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
