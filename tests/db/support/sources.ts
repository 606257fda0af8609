import type { Queryable } from '#embedded/index.ts';

/** A text of the schema that may name functions, and what it is in. */
interface Source {
  kind: 'function' | 'trigger' | 'policy' | 'rule';
  name: string;
  text: string;
  returns?: string;
  isDefiner?: boolean;
  /** Tells nothing but what it was given. */
  isPure?: boolean;
  /** The API roles that may call it, or come to it. */
  callers: string[];
}

const roles = (where: string) =>
  `array(select r from unnest(array['anon', 'authenticated', 'service_role']) r where ${where})`;
const written = (table: string) =>
  roles(
    `has_any_column_privilege(r, ${table}, 'insert, update') or has_table_privilege(r, ${table}, 'delete')`,
  );
const REST = 'null, false, false';

const SOURCES = `
  select 'function' as kind, n.nspname || '.' || p.proname as name, p.prosrc as text,
    p.prorettype::regtype::text as returns, p.prosecdef as "isDefiner", p.provolatile = 'i' as "isPure",
    ${roles(`has_function_privilege(r, p.oid, 'execute')`)} as callers
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private') and p.prokind = 'f'
  union all
  select 'trigger', n.nspname || '.' || c.relname, pg_get_triggerdef(t.oid), ${REST}, ${written('c.oid')}
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where not t.tgisinternal
  union all
  select 'policy', schemaname || '.' || tablename, coalesce(qual, '') || coalesce(with_check, ''), ${REST}, p.roles::text[] from pg_policies p
  union all
  select 'rule', schemaname || '.' || viewname, definition, ${REST}, ${roles(`has_any_column_privilege(r, format('%I.%I', schemaname, viewname), 'select')`)}
  from pg_views where schemaname in ('public', 'private')
  union all
  select 'rule', conrelid::regclass::text, pg_get_constraintdef(oid), ${REST}, ${written('conrelid')} from pg_constraint where contype = 'c' and conrelid <> 0
  union all
  select 'rule', indrelid::regclass::text, pg_get_indexdef(indexrelid), ${REST}, ${written('indrelid')} from pg_index where indexprs is not null
  union all
  select 'rule', adrelid::regclass::text, pg_get_expr(adbin, adrelid), ${REST}, ${written('adrelid')} from pg_attrdef
  union all
  select 'rule', 'public.export: ' || part, query, ${REST}, '{}' from private.export_parts`;

/** Everything in the schema that names functions. */
export function readSources(db: Queryable): Promise<Source[]> {
  return db.sql<Source>(`${SOURCES} order by 2, 3`);
}

const NAMED = /\b(?:public|private)\.\w+(?=\()/g;
const named = ({ text }: Source) => new Set(text.match(NAMED));

/** `fail` only says no; the storage gateway itself asks the other. */
const CALLED_DIRECTLY = ['private.fail', 'private.is_object_public'];

/** What a role may call in `private`, that nothing leads to which runs with the rights of that role. */
export function needless(sources: Source[]): string[] {
  return ['anon', 'authenticated', 'service_role'].flatMap((role) => {
    const needed = neededBy(role, sources);
    return sources.flatMap(({ kind, name, returns, isPure, callers }) =>
      kind === 'function' &&
      name.startsWith('private.') &&
      !isPure &&
      !CALLED_DIRECTLY.includes(name) &&
      callers.includes(role) &&
      // What people may call, the server may too.
      (role !== 'service_role' || callers.length === 1) &&
      // Nobody needs a right for what a trigger runs.
      (returns === 'trigger' || !needed.has(name))
        ? [`${name} for ${role}`]
        : [],
    );
  });
}

function neededBy(role: string, sources: Source[]): Set<string> {
  const bodies = Map.groupBy(
    sources.filter(({ kind, isDefiner }) => kind === 'function' && !isDefiner),
    ({ name }) => name,
  );
  const isRoot = ({ kind, name, callers }: Source) =>
    callers.includes(role) && (kind !== 'function' || name.startsWith('public.'));
  const needed = new Set(
    sources
      .filter(isRoot)
      .flatMap((source) => (source.kind === 'function' ? [source.name] : [...named(source)])),
  );
  for (const name of needed)
    for (const body of bodies.get(name) ?? []) for (const next of named(body)) needed.add(next);
  return needed;
}
