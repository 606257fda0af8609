import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { type Part, processesOf } from '../../scripts/lib/processes.ts';
import { type RunningProduct, startProduct } from '../../scripts/lib/product.ts';
import { newQuotes, sendQuote } from './honest.ts';
import { call, type Target } from './http.ts';
import { arrivedFor } from './siege.ts';

/** `LEADS=20000 KILLS=20 npx vitest run --config tests/vitest.config.ts tests/load/crash.test.ts` is the long version. */
const LEADS = Number(process.env.LEADS ?? 1000);
const KILLS = Number(process.env.KILLS ?? 6);
const WRITERS = 12;
/** In turn: whatever part of the product dies. */
const VICTIMS: Part[] = [
  'database session',
  'backend',
  'database server',
  'front',
  'guard of the database server',
  'publisher',
];
const READY_WITHIN_MS = 10_000;
/** How slow this machine is: a first start makes and builds everything. */
let firstStartMs: number;

let dataDir: string;
let port: number;
let product: RunningProduct;
let target: Target;
let secretKey: string;

const start = () =>
  startProduct({ dataDir, port, env: { SEED: 'none', DATABASE_ENGINE: 'native' } });

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'muro-crash-'));
  port = await freePort();
  const since = performance.now();
  product = await start();
  firstStartMs = performance.now() - since;
  const keys = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8'));
  target = { origin: product.origin, publishableKey: keys.publishableKey };
  secretKey = keys.secretKey;
  const sql = postgres({
    host: path.join(dataDir, 'socket'),
    username: 'postgres',
    password: keys.databasePassword,
    database: 'postgres',
    max: 1,
  });
  await sql`
    insert into private.settings
    select key, '100000000' from unnest(array['lead_ip_limit', 'lead_email_limit', 'lead_total_limit']) as key
    on conflict (key) do update set value = excluded.value`;
  await sql.end();
}, 300_000);
afterAll(async () => {
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

it(
  `${LEADS} quotes from ${WRITERS} writers and ${KILLS} kills: none lost, none doubled`,
  async () => {
    const run = `crash-${Date.now().toString(36)}`;
    const quotes = newQuotes();
    const writer = async () => {
      while (quotes.sent.length < LEADS) {
        const n = quotes.sent.length;
        const from = `127.${1 + (Math.floor(n / 62_500) % 200)}.${Math.floor(n / 250) % 250}.${(n % 250) + 1}`;
        await sendQuote(target, quotes, from, run);
      }
    };
    const started = performance.now();
    const writing = Promise.all(Array.from({ length: WRITERS }, writer));
    const backAfter: { part: Part; ms: number }[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const answered = () => quotes.accepted.length + quotes.refused.length;
      await until(() => answered() >= (LEADS * kill) / (KILLS + 1));
      const part = VICTIMS[kill % VICTIMS.length] ?? 'front';
      backAfter.push({ part, ms: Math.round(await backAfterKillOf(part)) });
    }
    await writing;
    const seconds = Math.round((performance.now() - started) / 1000);
    const arrived = await arrivedFor(target.origin, secretKey, run);
    console.log(JSON.stringify({ leads: LEADS, seconds, again: quotes.again, backAfter }));
    expect(quotes.refused).toEqual([]);
    expect(quotes.accepted).toHaveLength(quotes.sent.length);
    expect(arrived.toSorted()).toEqual(quotes.sent.toSorted());
    const most = Math.max(READY_WITHIN_MS, firstStartMs);
    expect(backAfter.filter(({ ms }) => ms > most)).toEqual([]);
  },
  180_000 + LEADS * 60 + KILLS * 20_000,
);

/** Kills a process of that part, and gives the milliseconds until reads, pages and the health are well again. */
async function backAfterKillOf(part: Part): Promise<number> {
  const victim = processesOf(product.pid).find((each) => each.part === part);
  if (!victim) throw new Error(`The product has no ${part}: ${product.output().slice(-2000)}`);
  const since = performance.now();
  process.kill(victim.pid, 'SIGKILL');
  if (part === 'front') {
    await product.stop('SIGKILL');
    product = await start();
  }
  const paths = ['/rest/v1/artists?select=id&limit=1', '/healthz', '/artists'];
  for (let inARow = 0; inARow < 3; await pause(50)) {
    const answers = await Promise.all(
      paths.map((path) => call(target, { path, from: '127.0.0.5', timeoutMs: 5000 })),
    );
    inARow = answers.every(({ status }) => status === 200) ? inARow + 1 : 0;
    if (performance.now() - since > 120_000) throw new Error(product.output().slice(-4000));
  }
  return performance.now() - since;
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await pause(20);
}
