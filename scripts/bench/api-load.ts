/** Load of one case, as a process of its own: `node api-load.ts FILE` with an `ApiLoad`; prints `ApiRates` as JSON. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { openClient } from './client.ts';
import { type Summary, summary } from './stats.ts';

export type Statement = [text: string, params: unknown[]];

/** One request of the API, and the statements that answer it. `$uuid` and `$claim` stand for a new value each time. */
export interface ApiCase {
  name: string;
  reads: boolean;
  url: string;
  headers: Record<string, string>;
  /** Sent by POST; without one the request is a GET. */
  body?: Record<string, unknown>;
  /** `claims` is the token whose claims the session has. */
  straight: { role: string; claims: string; statements: Statement[] };
}

export interface ApiLoad {
  kind: 'api' | 'sql';
  case: ApiCase;
  connections: number;
  seconds: number;
  databaseUrl: string;
}

/** In milliseconds, but for the first. */
export interface ApiRates extends Summary {
  perSecond: number;
}

const WARM_UP_MS = 700;

/** Does what is measured once, for one of the connections. */
type Once = (worker: number) => Promise<void>;

function fresh(value: unknown): unknown {
  if (value === '$uuid') return randomUUID();
  return value === '$claim' ? randomBytes(32).toString('base64url') : value;
}

/** Does the request of a case once. */
function overApi({ case: { url, headers, body }, connections }: ApiLoad): Once {
  const ask = openClient(url, connections);
  return async (worker) => {
    const values = Object.entries(body ?? {}).map(([name, value]) => [name, fresh(value)]);
    // Every connection is another visitor's, as the front tells the backend: each address has its turn.
    const address = { 'x-client-ip': `10.0.0.${worker + 1}` };
    await ask(url, { ...headers, ...address }, { body: body && Object.fromEntries(values) });
  };
}

/** The same straight: the statements of a case, prepared, as its role. */
function overSql(load: ApiLoad): Once {
  const { role, claims, statements } = load.case.straight;
  const payload = claims ? Buffer.from(claims.split('.')[1] ?? '', 'base64url').toString() : '{}';
  const { sub = '' } = JSON.parse(payload) as { sub?: string };
  const sql = postgres(load.databaseUrl, {
    max: load.connections,
    onnotice: () => {},
    connection: {
      role,
      'request.jwt.claims': claims ? payload : '',
      'request.jwt.claim.sub': sub,
      'request.jwt.claim.role': role,
      'request.headers': '{}',
    } as object,
  });
  return async () => {
    for (const [text, params] of statements)
      await sql.unsafe(text, params.map(fresh) as never[], { prepare: true });
  };
}

async function measure(load: ApiLoad): Promise<ApiRates> {
  const once = load.kind === 'api' ? overApi(load) : overSql(load);
  const times: number[] = [];
  const from = performance.now() + WARM_UP_MS;
  const until = from + load.seconds * 1000;
  const work = async (worker: number) => {
    for (let start = performance.now(); start < until; start = performance.now()) {
      await once(worker);
      if (start >= from) times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: load.connections }, (_, worker) => work(worker)));
  const elapsed = (performance.now() - from) / 1000;
  return { perSecond: times.length / elapsed, ...summary(times) };
}

const file = process.argv[2];
if (file) {
  console.log(JSON.stringify(await measure(JSON.parse(readFileSync(file, 'utf8')) as ApiLoad)));
  process.exit();
}
