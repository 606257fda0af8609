import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#node/free-port.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { effort } from '../support/effort.ts';
import { killAll, type Part, processesOf } from '../support/processes.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';
import { newQuotes, sendMessage, sendQuote, type Thread, untilQuoteTaken } from './honest.ts';
import { call, type Target, typed } from './http.ts';
import { arrivedFor } from './siege.ts';

const LEADS = effort(100);
const KILLS = effort(0.6);
const WRITERS = 12;
/** Who write to artists meanwhile, each in a conversation of their own. */
const GUESTS = 4;
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
const ENDS_WITHIN_MS = 5000;
/** How slow this machine is: a first start makes a database and renders everything, in some four seconds. */
let firstStartMs: number;

const dataDir = folderOfFile('muro-crash-');
let port: number;
let product: RunningProduct;
let target: Target;
let secretKey: string;
let threads: Thread[];

const start = () =>
  startProduct({ dataDir, port, env: { SEED: 'none', DATABASE_ENGINE: 'native' } });

beforeAll(async () => {
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
    select key, '100000000' from unnest(array['lead_ip_limit', 'lead_user_limit', 'lead_total_limit']) as key
    on conflict (key) do update set value = excluded.value`;
  await sql`insert into private.settings (key, value) values ('message_limit', '100000000')`;
  const [artist] =
    await sql`insert into public.artists (name, slug) values ('Reader', 'reader') returning id`;
  threads = await Promise.all(
    Array.from({ length: GUESTS }, async (_, n) => {
      const token = `${n}`.repeat(43);
      const [lead] = await sql`
        insert into public.lead_records (city, project_description, surface_type, style_preference, budget_range)
        values ('Austin', 'A wall to paint', 'brick', 'abstract', '1k-5k') returning id`;
      await sql`insert into public.lead_contacts (lead_id, name, email) values (${lead?.id}, 'Guest', 'guest@load.test')`;
      await sql`insert into public.lead_assignments (lead_id, artist_id) values (${lead?.id}, ${artist?.id})`;
      await sql`
        insert into private.request_links (token_hash, lead_id, nonce)
        values (private.token_hash(${token}), ${lead?.id}, gen_random_uuid())`;
      return { lead: lead?.id, artist: artist?.id, token };
    }),
  );
  await sql.end();
}, 300_000);
afterAll(() => product?.stop(), 60_000);

it(
  `${LEADS} quotes, as many messages and ${KILLS} kills: none lost, none doubled`,
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
    const messages: string[] = [];
    const refused: number[] = [];
    const guest = async (thread: Thread) => {
      while (messages.length < LEADS) {
        const text = `message ${messages.push('') - 1}`;
        const key = randomUUID();
        // Pressed twice now and then.
        const presses = Array.from({ length: messages.length % 5 === 0 ? 2 : 1 }, () =>
          sendMessage(target, thread, text, key),
        );
        refused.push(...(await Promise.all(presses)).filter((status) => status !== 200));
      }
    };
    const started = performance.now();
    const writing = Promise.all([
      ...Array.from({ length: WRITERS }, writer),
      ...threads.map(guest),
    ]);
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
    expect(refused).toEqual([]);
    const kept = await messagesOf(threads);
    expect(kept.toSorted()).toEqual(messages.map((_, n) => `message ${n}`).toSorted());
    const most = Math.max(READY_WITHIN_MS, 2.5 * firstStartMs);
    expect(backAfter.filter(({ ms }) => ms > most)).toEqual([]);
  },
  180_000 + LEADS * 60 + KILLS * 20_000,
);

it('answers a quote soon after all its processes were killed at once', async () => {
  killAll(product.pid);
  await product.stop('SIGKILL');
  const starting = start();
  const ms = await untilQuoteTaken(target, 'after-all-kills@load.test');
  product = await starting;
  console.log(JSON.stringify({ firstQuoteMs: ms, firstStartMs: Math.round(firstStartMs) }));
  expect(ms).toBeLessThan(Math.max(READY_WITHIN_MS, 2.5 * firstStartMs));
});

it('a second product on the same directory is refused in one sentence', async () => {
  const other = await freePort();
  const refused = await startProduct({ dataDir, port: other, env: { SEED: 'none' } }).then(
    (started) => started.stop().then(() => 'it started'),
    (error: Error) => error.message,
  );
  expect(refused).toMatch(/ended with exit code 1:\n[^\n]+ is in use by process \d+\.[^\n]+\.\n$/);
  expect((await call(target, { path: '/healthz' })).status).toBe(200);
});

it('SIGTERM ends everything in order, also with open connections', async () => {
  const half = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"half":';
  const open = [
    ...Array.from({ length: 30 }, () => `POST /rest/v1/rpc/submit_lead HTTP/1.1\r\n${half}`),
    ...Array.from({ length: 30 }, () => 'GET /artists HTTP/1.1\r\nHost: x\r\n\r\n'),
    ...Array.from({ length: 30 }, () => ''),
  ].map((text) => typed(target, text, '127.0.0.6'));
  // They are taken one after the other: an answer to a later one says that they are there.
  expect((await call(target, { path: '/artists' })).status).toBe(200);
  const parts = processesOf(product.pid);
  const since = performance.now();
  expect(await product.stop()).toBe(0);
  const ms = performance.now() - since;
  for (const socket of open) socket.destroy();
  console.log(JSON.stringify({ endedAfterMs: Math.round(ms), processes: parts.length }));
  expect(ms).toBeLessThan(Math.max(ENDS_WITHIN_MS, 1.25 * firstStartMs));
  expect(parts.filter(({ pid, command }) => commandOf(pid) === command)).toEqual([]);
  // The server has said good-bye; nothing is to be recovered.
  expect(await readdir(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
});

/** What has arrived in these conversations. */
async function messagesOf(conversations: readonly Thread[]): Promise<string[]> {
  const bodies: string[] = [];
  for (const { lead } of conversations) {
    const path = `/rest/v1/lead_messages?select=body&lead_id=eq.${lead}`;
    const answer = await fetch(target.origin + path, {
      headers: { apikey: secretKey },
    });
    const rows = (await answer.json()) as { body: string }[];
    bodies.push(...rows.map(({ body }) => body));
  }
  return bodies;
}

const commandOf = (pid: number) => processesOf(pid).find((each) => each.pid === pid)?.command;

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
