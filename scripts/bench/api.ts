import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { createKeys, spawnBackend } from '#embedded/index.ts';
import { startNative } from '#embedded/native/server.ts';
import { apiCases, LIST, SAVE } from './api-cases.ts';
import type { ApiCase, ApiLoad, ApiRates } from './api-load.ts';
import { type Figure, round, withinGoal } from './stats.ts';

/** As many artists as the goals name; the seed gives them 20,000 leads, 500 of which are the demo artist's. */
const ARTISTS = Number(process.env.BENCH_API_ARTISTS ?? 10_000);
const CONNECTIONS = [1, 16, 50];
const SECONDS = 2;
const LOAD = fileURLToPath(new URL('api-load.ts', import.meta.url));

/** What is held against a goal of its own; everything else stands beside the straight statement alone. */
const GOALS = { listRatio: 0.5, saveP50: 8, readP99: 120 };

/** The straight statements have as many sessions as there are connections. */
const OPTIONS = 'max_connections=120';

/**
 * The API, beside the same statements sent straight to the same PostgreSQL by the `postgres` package, as the same role:
 * requests a second and p95 at 1, 16 and 50 connections. Both loads come from a process of their own, taking turns.
 */
export async function measureApi(
  workDir: string,
  show: (figures: Figure[]) => void,
): Promise<void> {
  const dataDir = path.join(workDir, 'api');
  const { sql, databaseUrl, url, key, stop } = await openDatabase(dataDir);
  try {
    await sql.unsafe(
      "insert into private.settings (key, value) select k, '999999999' from unnest(array['lead_ip_limit', 'lead_total_limit']) k on conflict (key) do update set value = excluded.value",
    );
    await sql`analyze`;
    const cases = await apiCases(sql, url, key);
    for (const each of cases) {
      for (const connections of CONNECTIONS) {
        const load = { seconds: SECONDS, connections, databaseUrl, case: each };
        const straight = await run(dataDir, { ...load, kind: 'sql' });
        const api = await run(dataDir, { ...load, kind: 'api' });
        show(figuresOf(each, connections, api, straight));
      }
    }
  } finally {
    await stop();
  }
}

/** Never reached here: the limits are not what is measured. */
const NO_LIMIT = { max: 1_000_000_000, windowMs: 60_000 };

/** A seeded backend over a PostgreSQL that is asked directly as well, by its owner. */
async function openDatabase(dataDir: string) {
  await mkdir(dataDir, { recursive: true });
  const server = await startNative({
    dataDir,
    password: randomUUID(),
    loopback: true,
    options: OPTIONS,
  });
  const { host, port, username, password, database } = server.connection;
  const databaseUrl = `postgres://${username}:${password}@${host}:${port}/${database}`;
  const keys = createKeys();
  const backend = await spawnBackend({
    dataDir: path.join(dataDir, 'backend'),
    databaseUrl,
    origin: 'http://127.0.0.1:4321',
    seed: `scale:${ARTISTS}`,
    keys,
    limits: { signIns: NO_LIMIT, signInFailures: NO_LIMIT },
  });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  return {
    sql,
    databaseUrl,
    url: backend.url,
    key: keys.publishableKey,
    async stop() {
      await sql.end();
      await backend.stop();
      await server.stop();
    },
  };
}

function figuresOf(
  { name, reads }: ApiCase,
  connections: number,
  api: ApiRates,
  straight: ApiRates,
): Figure[] {
  const title = `${name}, ${connections} connection${connections > 1 ? 's' : ''}`;
  const detail = { api, straight };
  const isList = name === LIST;
  const share = isList ? GOALS.listRatio : 1;
  const figures: Figure[] = [
    {
      name: `${title}${isList ? `, goal ${share} × straight` : ''}`,
      value: api.perSecond,
      unit: `req/s, p95 ${round(api.p95)} ms (straight ${round(straight.p95)})`,
      against: {
        name: isList ? `${share} × straight` : 'straight',
        value: straight.perSecond * share,
      },
      better: 'larger',
      detail,
    },
  ];
  if (reads && connections === 50)
    figures.push(withinGoal(GOALS.readP99, 'ms', `${title}, p99`, api.p99));
  if (name === SAVE && connections === 1)
    figures.push(withinGoal(GOALS.saveP50, 'ms', `${title}, p50`, api.p50));
  return figures;
}

async function run(dir: string, load: ApiLoad): Promise<ApiRates> {
  const file = path.join(dir, 'load.json');
  await writeFile(file, JSON.stringify(load));
  const { stdout } = await promisify(execFile)(process.execPath, [LOAD, file]);
  return JSON.parse(stdout) as ApiRates;
}
