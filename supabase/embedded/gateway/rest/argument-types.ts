import type { LiteConnection, RestQuery } from '../../base/lite-connection.ts';
import { Refusal } from './rest-guard.ts';

type Catalog = Awaited<ReturnType<LiteConnection['introspect']>>;
/** The names of types that a value may have; more than one where functions share a name. */
type Types = ReadonlyMap<string, readonly string[]>;

/** As PostgreSQL says that a text is none of a type. */
const INVALID = '22P02';

/**
 * Refuses an object or a list where a function's argument or a table's column wants a single value, and anything else
 * than a list where one is wanted. PostgREST gives PostgreSQL the text of an object, which `text` then stores; whether a
 * text or a number fits is PostgreSQL's to say.
 * @throws a refusal that becomes a 400 answer.
 */
export function checkValues(query: RestQuery, catalog: Catalog): void {
  if (query.type === 'rpc') checkArguments(query, catalog);
  if (query.values === undefined || !query.from) return;
  const types = columnTypes(catalog, query.schema ?? 'public', query.from);
  const rows: unknown[] = Array.isArray(query.values) ? query.values : [query.values];
  for (const row of rows) check('column', Object.entries(Object(row)), types);
}

function checkArguments(query: RestQuery, catalog: Catalog): void {
  const { args, httpMethod } = query as RestQuery & { args?: unknown; httpMethod?: string };
  const schema = query.schema ?? 'public';
  const functions = (catalog.functions ?? []).filter(
    (one) => one.schema === schema && one.name === query.function,
  );
  const types = new Map<string, string[]>();
  const note = (name: string, type: string) => types.set(name, [...(types.get(name) ?? []), type]);
  for (const { arg_names, arg_types } of functions)
    arg_types.forEach((type, i) => {
      note(arg_names[i] ?? '', type);
      note(String(i), type);
    });
  // An argument that stands twice in a query is given once, the last.
  const once = ([name, value]: [string, unknown]): [string, unknown] =>
    httpMethod === 'GET' && Array.isArray(value) ? [name, value.at(-1)] : [name, value];
  check('argument', Object.entries(Object(args)).map(once), types);
}

function columnTypes(catalog: Catalog, schema: string, table: string): Types {
  return new Map(
    catalog.columns
      .filter((column) => column.table === table && (column.schema ?? 'public') === schema)
      .map((column) => [column.name, [column.pg_type ?? column.type]]),
  );
}

function check(what: string, values: [string, unknown][], types: Types): void {
  for (const [name, value] of values) {
    const wanted = types.get(name);
    if (!wanted || wanted.some((type) => fits(value, type))) continue;
    const given = Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : 'that';
    throw new Refusal(
      `invalid input for the ${what} "${name}"`,
      `It takes ${wanted.map(spelled).join(' or ')}, not ${given}.`,
      INVALID,
    );
  }
}

/** Types that take every JSON value. */
const ANY = /^jsonb?$/;

/** The type of an element of a list; null for what is no list. */
function elementOf(type: string): string | null {
  if (type.endsWith('[]')) return type.slice(0, -2);
  return type.startsWith('_') ? type.slice(1) : null;
}

function fits(value: unknown, type: string): boolean {
  if (value === null || value === undefined || ANY.test(type)) return true;
  const element = elementOf(type);
  if (element === null) return typeof value !== 'object';
  if (Array.isArray(value)) return value.every((one) => fits(one, element));
  // As a list is written in a query, `{a,b}`.
  return typeof value === 'string';
}

function spelled(type: string): string {
  const element = elementOf(type);
  return element === null ? `one ${type}` : `a list of ${element}`;
}
