import type { Queryable } from '#embedded/index.ts';
import { namesOf, readSources, type Source } from './sources.ts';

/** A defence taken away, and the words that the cells about it begin with. */
export interface Mutant {
  name: string;
  sql: string;
  about: string[];
}

/** Every policy without one of its conditions, and with one of its ways in closed. */
export async function weakenedPolicies(db: Queryable): Promise<Mutant[]> {
  const policies = await db.sql<{ table: string; name: string; clauses: Record<string, string> }>(
    `select schemaname || '.' || tablename as table, policyname as name,
       jsonb_strip_nulls(jsonb_build_object('using', qual, 'with check', with_check)) as clauses
     from pg_policies where schemaname in ('public', 'private', 'storage') order by 1, 2`,
  );
  return policies.flatMap(({ table, name, clauses }) =>
    Object.entries(clauses).flatMap(([clause, condition]) =>
      variants(condition).map((weaker) => ({
        name: `policy ${name}: ${clause} ${oneLine(weaker)}`,
        sql: `alter policy ${name} on ${table} ${clause} (${weaker})`,
        about: namesOf(table),
      })),
    ),
  );
}

function variants(condition: string): string[] {
  const without = (word: 'AND' | 'OR', by: string) => {
    const parts = terms(condition, word);
    return parts.map((_, left) => parts.with(left, by).join(` ${word} `));
  };
  return [...without('AND', 'true'), ...without('OR', 'false')].filter((one) => one !== condition);
}

/** The parts of `(a OR b)`, as PostgreSQL prints it; the whole where the word is not in it. */
function terms(condition: string, word: 'AND' | 'OR'): string[] {
  let depth = 0;
  const parts = [''];
  for (const piece of (/^\((.*)\)$/s.exec(condition)?.[1] ?? '').split(/([()]| AND | OR )/)) {
    depth += piece === '(' ? 1 : piece === ')' ? -1 : 0;
    if (depth === 0 && piece === ` ${word} `) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.length > 1 ? parts : [condition];
}

/** Row-level security off, where an API role gets as far as that. */
export async function openTables(db: Queryable): Promise<Mutant[]> {
  const rows = await db.sql<{ table: string }>(
    `select n.nspname || '.' || c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private', 'storage') and c.relrowsecurity
       and has_any_column_privilege('authenticated', c.oid, 'select') order by 1`,
  );
  return rows.map(({ table }) => ({
    name: `${table} without row-level security`,
    sql: `alter table ${table} disable row level security`,
    about: namesOf(table),
  }));
}

/** Every trigger that can refuse, or stands for the write. */
export async function triggersGone(db: Queryable): Promise<Mutant[]> {
  const rows = await db.sql<{ name: string; table: string }>(
    `select t.tgname as name, n.nspname || '.' || c.relname as table
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_proc p on p.oid = t.tgfoid
     where not t.tgisinternal and p.prosrc ~ 'private\\.fail\\(|\\mraise\\M' order by 2, 1`,
  );
  return rows.map(({ name, table }) => ({
    name: `trigger ${name}`,
    sql: `drop trigger ${name} on ${table}`,
    about: namesOf(table),
  }));
}

/** What a refusal of the caller is called, in `private.error_codes`. */
const REFUSALS = `select string_agg(code, '|') as codes from private.error_codes where status = 403 or code ~ 'link_refused'`;

/** Every call that does nothing but refuse callers, every such refusal, and every question who calls. */
export async function guardsAway(db: Queryable): Promise<Mutant[]> {
  const sources = await readSources(db);
  const [refusals] = await db.sql<{ codes: string }>(REFUSALS);
  const refusal = new RegExp(`perform private\\.fail\\('(?:${refusals?.codes})'[^;]*\\);`, 'g');
  const guards = sources.flatMap(({ name, returns, text }) =>
    returns === 'void' && text.match(refusal) && name !== 'private.fail' ? [name] : [],
  );
  const rules: [RegExp, string][] = [
    [refusal, 'null;'],
    [new RegExp(`perform (?:${guards.join('|')})\\([^;]*\\);`, 'g'), 'null;'],
    [/\b(?<!(?:set|,)\s+)[\w.]+ = (?:auth\.uid\(\)|private\.my_artist_id\(\))/g, 'true'],
  ];
  return sources.flatMap(({ name, definition, about }) =>
    rules.flatMap(([rule, instead]) =>
      [...(definition ?? '').matchAll(rule)].map(({ 0: found, index, input }) => ({
        name: `${name} without ${oneLine(found)}`,
        sql: input.slice(0, index) + instead + input.slice(index + found.length),
        about: about(),
      })),
    ),
  );
}

/** Every function that a policy asks yes or no, with each answer. */
export async function fixedAnswers(db: Queryable): Promise<Mutant[]> {
  const sources = await readSources(db);
  const isAsked = ({ name, returns }: Source) =>
    returns === 'boolean' &&
    sources.some(({ kind, text }) => kind === 'policy' && text.includes(`${name}(`));
  return sources.filter(isAsked).flatMap(({ name, definition = '', about }) =>
    ['true', 'false'].map((answer) => ({
      name: `${name} answers ${answer}`,
      sql: definition
        .replace(/LANGUAGE \w+/, 'LANGUAGE sql')
        .replace(/AS \$function\$.*\$function\$/s, `AS $function$ select ${answer} $function$`),
      about: about(),
    })),
  );
}

/** Every part of the export without its conditions. */
export async function openExports(db: Queryable): Promise<Mutant[]> {
  const parts = await db.sql<{ part: string }>('select part from private.export_parts order by 1');
  return parts.map(({ part }) => ({
    name: `export: ${part} of everybody`,
    sql: `update private.export_parts set query = regexp_replace(query, '\\mwhere\\M(?! t\\.)', 'where true or') where part = '${part}'`,
    about: [`export: ${part}`],
  }));
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
