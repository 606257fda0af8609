import { isDeepStrictEqual } from 'node:util';
import { setBounded } from '#node/bounded-map.ts';
import type { Database } from '../database.ts';
import type { Asked } from './caller.ts';
import type { RestQuery } from './rest-guard.ts';

/** A request that was answered the usual way, and what the database was asked for it. */
export interface Answered {
  query: RestQuery | null;
  asked: readonly Asked[];
  heavy: boolean;
  response: Response;
}

/** What the text of a request alone decides about its answer. */
interface Plan {
  text: string;
  params: readonly unknown[];
  offset: number;
  headers: Record<string, string>;
}

export interface ShortAnswer {
  headers: Record<string, string | number>;
  body: Buffer;
}

/** Headers that change an answer. Those who send others than these go the usual way. */
const DECIDING = ['accept', 'accept-profile'] as const;
const OTHERS = ['prefer', 'range', 'range-unit', 'content-profile'] as const;
const TABLE = /^\/rest\/v1\/\w+(\?|$)/;
const LONGEST_KEY = 4000;
/** How often a request has to come. */
const FREQUENT = 3;
const MOST_PLANS = 300;
const MOST_COUNTED = 2000;
const JSON_ROWS = 'application/json; charset=utf-8';
/** Of a response; what else there is belongs to one connection, or is computed. */
const KEPT = /^content-(type|location)$/;

/**
 * Types whose values PostgreSQL writes into JSON as the usual way does: boolean, smallint, integer, text, varchar, name,
 * uuid, timestamptz, numeric, json, jsonb, and lists of text and uuid.
 */
const ALIKE = new Set([16, 21, 23, 25, 1043, 19, 2950, 1184, 1700, 114, 3802, 1009, 2951]);

/**
 * Reads of tables that come again and again in the same words from those who are not signed in. @supabase/lite parses,
 * checks and compiles each anew, and turns the rows into objects and the objects into JSON. Here a text is compiled once;
 * its rows are asked for each time, come as JSON, and are passed on as they are.
 */
export class RepeatedReads {
  readonly #read: NonNullable<Database['readAsAnonymous']>;
  readonly #plans = new Map<string, Plan>();
  readonly #counts = new Map<string, number>();

  constructor(read: NonNullable<Database['readAsAnonymous']>) {
    this.#read = read;
  }

  /** What names a request of somebody who is not signed in; null when it has to go the usual way. */
  static keyOf(target: string, header: (name: string) => string | null | undefined): string | null {
    if (!TABLE.test(target) || target.length > LONGEST_KEY) return null;
    if (OTHERS.some((name) => header(name))) return null;
    return [target, ...DECIDING.map((name) => header(name) ?? '')].join('\n');
  }

  has(key: string): boolean {
    return this.#plans.has(key);
  }

  /** @throws Busy, Gone, and what the statement throws. */
  async answer(key: string): Promise<ShortAnswer> {
    const plan = this.#plans.get(key);
    if (!plan) throw new Error('The request is not known.');
    setBounded(this.#plans, key, plan, MOST_PLANS);
    return this.#run(plan);
  }

  forget(key: string): void {
    this.#plans.delete(key);
    this.#counts.delete(key);
  }

  /** Keeps a request that comes often, once the short way has given the same answer as the usual one. */
  async learn(key: string, answered: Answered): Promise<void> {
    const count = (this.#counts.get(key) ?? 0) + 1;
    setBounded(this.#counts, key, count, MOST_COUNTED);
    const plan = count < FREQUENT ? null : planOf(answered);
    if (!plan) return;
    const usual = answered.response.clone();
    const range = usual.headers.get('content-range');
    const short = await this.#run(plan);
    const same = isDeepStrictEqual(JSON.parse(short.body.toString()), await usual.json());
    if (same && short.headers['content-range'] === range)
      setBounded(this.#plans, key, plan, MOST_PLANS);
  }

  async #run({ text, params, offset, headers }: Plan): Promise<ShortAnswer> {
    const rows = await this.#read(text, [...params]);
    const body = listOf(rows);
    const range = rows.length > 0 ? `${offset}-${offset + rows.length - 1}/*` : '*/*';
    return { headers: { ...headers, 'content-range': range, 'content-length': body.length }, body };
  }
}

function planOf({ query, asked, heavy, response }: Answered): Plan | null {
  const [only, ...more] = asked;
  if (!query || !only || more.length > 0 || heavy) return null;
  if (response.status !== 200 || response.headers.get('content-type') !== JSON_ROWS) return null;
  const names = new Set(only.columns.map(({ name }) => name));
  const alike = only.columns.every(({ type }) => ALIKE.has(type));
  if (!alike || names.size === 0 || names.size < only.columns.length) return null;
  return {
    text: `select row_to_json(r) from (${only.text}) r`,
    params: only.params,
    offset: query.offset ?? 0,
    headers: Object.fromEntries([...response.headers].filter(([name]) => KEPT.test(name))),
  };
}

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');

function listOf(rows: readonly Buffer[]): Buffer {
  const parts = rows.flatMap((row, i) => (i === 0 ? [row] : [COMMA, row]));
  return Buffer.concat([OPEN, ...parts, CLOSE]);
}
