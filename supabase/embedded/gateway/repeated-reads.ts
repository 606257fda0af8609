import { isDeepStrictEqual } from 'node:util';
import { setBounded } from '#node/bounded-map.ts';
import type { Database } from '../database.ts';
import type { Call } from './call.ts';
import { restCaller } from './caller.ts';

/** What the text of a request alone decides about its answer. */
interface Plan {
  text: string;
  params: unknown[];
  offset: number;
  headers: Record<string, string>;
}

/** Headers that change an answer; a request with one of the others is compiled each time. */
const DECIDING = ['apikey', 'accept', 'accept-profile'] as const;
const OTHERS = ['prefer', 'range', 'range-unit', 'content-profile'] as const;
const TABLE = /^\/rest\/v1\/\w+$/;
const LONGEST_KEY = 4000;
const MOST_KEPT = 500;
const JSON_ROWS = 'application/json; charset=utf-8';

/**
 * Types whose values PostgreSQL writes into JSON as @supabase/lite does: boolean, smallint, integer, text, varchar, name,
 * uuid, date, timestamptz, numeric, json, jsonb, and lists of text and uuid.
 */
const ALIKE = new Set([16, 21, 23, 25, 1043, 19, 2950, 1082, 1184, 1700, 114, 3802, 1009, 2951]);

/**
 * Compiles reads of visitors once. @supabase/lite parses, checks and compiles a request each time that it comes, and turns
 * rows into objects and these into JSON, which is most of what a read costs. One that comes again in the same words runs
 * the statement that it came to before, whose rows come as JSON.
 * @param compile answers a request in full.
 */
export function compiledOnce(
  { readAsVisitor }: Pick<Database, 'readAsVisitor'>,
  compile: (call: Call) => Promise<Response>,
): (call: Call) => Promise<Response> {
  /** Null for a request that has no plan yet, false for one whose statement alone has given another answer. */
  const plans = new Map<string, Plan | false | null>();

  const run = async ({ text, params, ...plan }: Plan) =>
    answerOf(plan, await readAsVisitor(text, params));

  async function known(key: string): Promise<Response | null> {
    const plan = plans.get(key);
    if (!plan) return null;
    setBounded(plans, key, plan, MOST_KEPT);
    try {
      return await run(plan);
    } catch (error) {
      if (restCaller()?.busy) throw error;
      // The whole way says why, if it still fails.
      plans.delete(key);
      return null;
    }
  }

  /** Keeps a request that came before, once its statement alone has given the same answer. */
  async function learn(key: string, response: Response): Promise<void> {
    const before = plans.get(key);
    if (before === false) return;
    const plan = before === null ? planOf(response) : null;
    const proven =
      plan &&
      (await run(plan).then(
        (one) => same(one, response),
        () => null,
      ));
    setBounded(plans, key, proven && plan, MOST_KEPT);
  }

  return async (call) => {
    const key = keyOf(call);
    if (key === null) return compile(call);
    const answer = await known(key);
    if (answer) return answer;
    const response = await compile(call);
    await learn(key, response);
    return response;
  };
}

/** What names a request of somebody who is not signed in; null when it is compiled each time. */
function keyOf({ method, path, url, headers, service, token }: Call): string | null {
  if (method !== 'GET' || service || token || !TABLE.test(path)) return null;
  if (OTHERS.some((name) => headers.has(name))) return null;
  const key = [url.pathname + url.search, ...DECIDING.map((name) => headers.get(name))].join('\n');
  return key.length > LONGEST_KEY ? null : key;
}

/** What a request came to; null when its answer is more than the rows of one statement. */
function planOf({ status, headers }: Response): Plan | null {
  const { query, asked = [], heavy } = restCaller() ?? {};
  const [only, ...more] = asked;
  if (!query || !only || more.length > 0 || heavy) return null;
  if (status !== 200 || headers.get('content-type') !== JSON_ROWS) return null;
  const names = new Set(only.columns.map(({ name }) => name));
  const alike = only.columns.every(({ type }) => ALIKE.has(type));
  if (!alike || names.size === 0 || names.size < only.columns.length) return null;
  const location = headers.get('content-location');
  return {
    text: `select row_to_json(r)::text as row from (${only.text}) r`,
    params: [...only.params],
    offset: query.offset ?? 0,
    headers: { 'content-type': JSON_ROWS, ...(location && { 'content-location': location }) },
  };
}

function answerOf(
  { headers, offset }: Pick<Plan, 'headers' | 'offset'>,
  rows: readonly Record<string, unknown>[],
): Response {
  const body = Buffer.from(`[${rows.map(({ row }) => row).join(',')}]`);
  const range = rows.length > 0 ? `${offset}-${offset + rows.length - 1}/*` : '*/*';
  const length = String(body.length);
  return new Response(body, {
    headers: { ...headers, 'content-range': range, 'content-length': length },
  });
}

async function same(one: Response, other: Response): Promise<boolean> {
  const range = ({ headers }: Response) => headers.get('content-range');
  const body = (response: Response): Promise<unknown> => response.clone().json();
  return range(one) === range(other) && isDeepStrictEqual(await body(one), await body(other));
}
