import type { RestQuery } from '../../base/lite-connection.ts';

type Select = NonNullable<RestQuery['select']>;

export type DatabaseRole = 'anon' | 'authenticated' | 'service_role';

/** How much a query may ask for. The secret key has no bounds: its holder owns the database. */
interface Bounds {
  /** Operators beside those of `PLAIN`. */
  operators: ReadonlySet<string>;
  embedDepth: number;
  embeds: number;
}

/** What pages filter by: an index or one comparison a row. */
const PLAIN = new Set([
  ...['$eq', '$neq', '$gt', '$gte', '$lt', '$lte', '$in', '$notIn', '$is', '$isNot'],
  ...['$isDistinct', '$contains', '$containedBy', '$overlaps', '$exists', '$always'],
]);
/** What costs more for each row, but has a bound. Regular expressions have none: they are nowhere. */
const SEARCHING = new Set([
  ...['$like', '$ilike', '$notLike', '$notIlike', '$textSearch'],
  ...['$rangeLt', '$rangeGt', '$rangeGte', '$rangeLte', '$rangeAdjacent'],
]);
const BOUNDS: Record<Exclude<DatabaseRole, 'service_role'>, Bounds> = {
  anon: { operators: new Set(), embedDepth: 2, embeds: 3 },
  authenticated: { operators: SEARCHING, embedDepth: 3, embeds: 6 },
};

const MOST = {
  conditions: 40,
  nesting: 5,
  listed: 500,
  patternLength: 200,
  columns: 64,
  /** The same column again and again makes an answer of any size. */
  repeated: 2,
  order: 6,
  offset: 100_000,
  /** Objects of one insert. */
  rows: 500,
};
/** Rows of each level once a query embeds: the product of them is what an answer may cost. */
const EMBEDDING_ROWS = [250, 100, 25, 10];

/** PostgREST's own name for an operator, for the message. */
const SPELLED: Record<string, string> = {
  $regex: 'match',
  $iregex: 'imatch',
  $textSearch: 'fts',
  $rangeLt: 'sl',
  $rangeGt: 'sr',
  $rangeGte: 'nxl',
  $rangeLte: 'nxr',
  $rangeAdjacent: 'adj',
};

/** A refusal in the shape that @supabase/lite passes on as PostgREST's answer. */
export class Refusal extends Error {
  readonly code = 'PGRST';
  readonly detail = JSON.stringify({ status: 400, headers: {} });

  constructor(message: string, details: string, code: string) {
    super(JSON.stringify({ code, message, details, hint: null }));
  }
}

const notOffered = (what: string) =>
  new Refusal(`${what} is not available`, 'No page asks for it, so it is not offered.', 'PGRST127');
const tooMuch = (what: string) =>
  new Refusal('The query asks for too much', `At most ${what}.`, '54001');

/**
 * Refuses what could occupy the database: operators whose cost has no bound, and more embedding, conditions, columns or
 * rows than a page needs. Bounds the rows of a query that embeds.
 * @throws a refusal that becomes a 400 answer.
 */
export function guardQuery(query: RestQuery, role: DatabaseRole): void {
  if (role === 'service_role') return;
  const bounds = BOUNDS[role] ?? BOUNDS.anon;
  const count = { conditions: 0, embeds: 0, columns: 0 };
  checkLevel(query, bounds, count, 0);
  if (Array.isArray(query.values) && query.values.length > MOST.rows)
    throw tooMuch(`${MOST.rows} rows at once`);
  if (count.embeds > 0 && query.type !== 'insert') bound(query, 0);
}

/** Whether a query may take long, so that it belongs behind the others. */
export function isHeavy(query: RestQuery): boolean {
  if (query.function?.startsWith('admin_')) return true;
  return Boolean(query.select?.some((entry) => embedsOf(entry).length > 0)) || searches(query);
}

interface Level {
  select?: Select;
  where?: Record<string, unknown>;
  order?: unknown[];
  limit?: number;
  offset?: number;
}
type Count = { conditions: number; embeds: number; columns: number };

function checkLevel(level: Level, bounds: Bounds, count: Count, depth: number): void {
  if (depth > bounds.embedDepth) throw tooMuch(`${bounds.embedDepth} embedded levels`);
  if ((level.order?.length ?? 0) > MOST.order) throw tooMuch(`${MOST.order} columns to order by`);
  if ((level.offset ?? 0) > MOST.offset) throw tooMuch(`an offset of ${MOST.offset}`);
  checkWhere(level.where ?? {}, bounds, count, 0);
  const seen = new Map<string, number>();
  for (const entry of level.select ?? []) {
    count.columns += 1;
    if (count.columns > MOST.columns) throw tooMuch(`${MOST.columns} columns`);
    const embeds = embedsOf(entry);
    const name = embeds.length > 0 ? null : columnOf(entry);
    if (name !== null) {
      const times = (seen.get(name) ?? 0) + 1;
      if (times > MOST.repeated) throw tooMuch(`${MOST.repeated} times the same column`);
      seen.set(name, times);
    }
    for (const embed of embeds) {
      count.embeds += 1;
      if (count.embeds > bounds.embeds) throw tooMuch(`${bounds.embeds} embedded resources`);
      checkLevel(embed, bounds, count, depth + 1);
    }
  }
}

/** The resources that an entry of `select` embeds; none for a column. */
function embedsOf(entry: Select[number]): Level[] {
  if (typeof entry === 'string') return [];
  return Object.values(entry).filter((value) =>
    Array.isArray((value as Level | null)?.select),
  ) as Level[];
}

function columnOf(entry: Select[number]): string {
  if (typeof entry === 'string') return entry;
  const [[name, value] = ['', {}]] = Object.entries(entry) as [string, { column?: string }][];
  return value?.column ?? name;
}

function checkWhere(where: unknown, bounds: Bounds, count: Count, nesting: number): void {
  if (nesting > MOST.nesting) throw tooMuch(`${MOST.nesting} nested conditions`);
  if (typeof where !== 'object' || where === null) return;
  for (const [key, value] of Object.entries(where)) {
    if (key === '$or' || key === '$and') {
      for (const part of asList(value)) checkWhere(part, bounds, count, nesting + 1);
    } else if (key === '$not' || !key.startsWith('$')) {
      checkWhere(value, bounds, count, key === '$not' ? nesting + 1 : nesting);
    } else {
      count.conditions += 1;
      if (count.conditions > MOST.conditions) throw tooMuch(`${MOST.conditions} conditions`);
      checkOperator(key, value, bounds);
    }
  }
}

function checkOperator(operator: string, value: unknown, bounds: Bounds): void {
  if (PLAIN.has(operator)) {
    if (Array.isArray(value) && value.length > MOST.listed)
      throw tooMuch(`${MOST.listed} values in a list`);
    return;
  }
  if (!bounds.operators.has(operator)) throw notOffered(`The operator '${spelled(operator)}'`);
  const pattern = JSON.stringify(value) ?? '';
  if (pattern.length > MOST.patternLength)
    throw tooMuch(`${MOST.patternLength} characters to search for`);
}

function spelled(operator: string): string {
  const [, name = operator, any] = /^(\$\w+?)(Any|All)?$/.exec(operator) ?? [];
  const known = SPELLED[name] ?? name.slice(1).toLowerCase();
  return any ? `${known}(${any.toLowerCase()})` : known;
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function bound(level: Level, depth: number): void {
  const most = EMBEDDING_ROWS[depth] ?? 1;
  level.limit = Math.min(level.limit ?? most, most);
  for (const entry of level.select ?? [])
    for (const embed of embedsOf(entry)) bound(embed, depth + 1);
}

function searches(level: unknown): boolean {
  return /"\$(not)?i?(like|regex|textsearch)/i.test(JSON.stringify(level) ?? '');
}
