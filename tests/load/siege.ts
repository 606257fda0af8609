import { fork } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { newQuotes, observe, percentile, sendQuote, untrue } from './honest.ts';
import { assertLoopback, call, type Target } from './http.ts';

interface SiegeOptions {
  origin: string;
  /** Of the server at `origin`: its keys, and the process id of its backend. */
  dataDir: string;
  seconds: number;
  /** How often the backend is made to hang, whatever the attacks achieve; 0 for never. */
  hangEverySeconds: number;
  /** The names of the attacks to run; all of them by default. */
  attacks?: string[];
  /** All that the product has printed, where that is known. */
  output?: () => string;
  log?: (line: string) => void;
}

interface SiegeReport {
  seconds: number;
  sent: number;
  arrived: number;
  lost: string[];
  doubled: string[];
  refused: number;
  again: Record<number, number>;
  hangs: number;
  /** How often the backend had to be started again, those hangs included. */
  restarts: number;
  quoteP95: number;
  readP95: number;
  pageP95: number;
  /** The longest time for which /healthz said what was not so. */
  healthUntrueMs: number;
  /** Database sessions that were at the same thing for seconds, before and after; null where the engine has none. */
  stuck: [before: number | null, after: number | null];
  /** From the last attack until everything answers at once again. */
  backAfterMs: number;
}

const ATTACKER = fileURLToPath(new URL('attacker.ts', import.meta.url));
const GIVE_UP_MS = 90_000;
const HANGS_MS = 3000;

/** Attacks a server on the loopback in every way at once, while others send quotes; tells what came of both. */
export async function siege(options: SiegeOptions): Promise<SiegeReport> {
  assertLoopback(options.origin);
  const keys = JSON.parse(await readFile(path.join(options.dataDir, 'keys.json'), 'utf8'));
  const target: Target = { origin: options.origin, publishableKey: keys.publishableKey };
  const run = `siege-${Date.now().toString(36)}`;
  const log = options.log ?? (() => {});
  const quotes = newQuotes();
  const stuckBefore = await stuckSessions(options.dataDir);
  const attacking = new AbortController();
  const observing = new AbortController();
  const observed = observe(target, observing.signal);
  const names = JSON.stringify(options.attacks ?? []);
  const attacker = fork(ATTACKER, [JSON.stringify(target), names], { stdio: 'inherit' });
  const hanging = hangBackend(options, attacking.signal, log);

  const sending: Promise<void>[] = [];
  const end = performance.now() + options.seconds * 1000;
  for (let i = 0; performance.now() < end; i++) {
    // Every tenth of them shares an address with a stranger.
    const from = i % 10 ? `127.1.${Math.floor(i / 200) % 250}.${(i % 200) + 1}` : '127.0.0.1';
    sending.push(sendQuote(target, quotes, from, run));
    await pause(250);
    if (i % 240 === 239) log(`${quotes.accepted.length} of ${quotes.sent.length} quotes arrived`);
  }
  attacking.abort();
  attacker.kill('SIGKILL');
  const backAfterMs = await untilWell(target);
  log(`well again after ${Math.round(backAfterMs)} ms`);
  const hangs = await hanging;
  await Promise.race([Promise.all(sending), pause(GIVE_UP_MS)]);
  observing.abort();
  const { moments, reads, pages } = await observed;
  const arrived = await arrivedFor(options.origin, keys.secretKey, run);
  return {
    seconds: options.seconds,
    sent: quotes.sent.length,
    arrived: new Set(arrived).size,
    lost: quotes.sent.filter((email) => !arrived.includes(email)),
    doubled: [...new Set(arrived.filter((email, i) => arrived.indexOf(email) !== i))],
    refused: quotes.refused.length,
    again: quotes.again,
    hangs,
    restarts: options.output?.().match(/^The backend ended/gm)?.length ?? 0,
    quoteP95: percentile(quotes.ms, 0.95),
    readP95: percentile(reads, 0.95),
    pageP95: percentile(pages, 0.95),
    healthUntrueMs: Math.round(untrue(moments)),
    backAfterMs: Math.round(backAfterMs),
    stuck: [stuckBefore, await stuckSessions(options.dataDir)],
  };
}

/** How many database sessions hold what nobody waits for: a visitor's statement has three seconds. */
async function stuckSessions(dataDir: string): Promise<number | null> {
  const { databasePassword } = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8'));
  const host = path.join(dataDir, 'socket');
  if (!(await readdir(host).catch(() => [])).length) return null;
  const sql = postgres({
    host,
    username: 'postgres',
    password: databasePassword,
    database: 'postgres',
    max: 1,
  });
  const [row] = await sql`
    select count(*)::int as n from pg_stat_activity
    where application_name like 'mural-directory%' and state <> 'idle' and now() - state_change > interval '5 s'`;
  await sql.end({ timeout: 1 });
  return row?.n;
}

/** Stops the backend's process in the middle, which looks from outside like a statement without an end, and kills it. */
async function hangBackend(
  { origin, dataDir, hangEverySeconds }: SiegeOptions,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<number> {
  let hangs = 0;
  while (hangEverySeconds > 0) {
    await pause(hangEverySeconds * 1000, null, { signal }).catch(() => {});
    if (signal.aborted) return hangs;
    // Not one that is being started again: this is about the time of recovery.
    const health = await call({ origin, publishableKey: '' }, { path: '/healthz' });
    if (health.status !== 200) continue;
    const pid = Number(await readFile(path.join(dataDir, 'backend.pid'), 'utf8').catch(() => ''));
    if (!pid) continue;
    try {
      process.kill(pid, 'SIGSTOP');
      hangs += 1;
      log(`backend ${pid} hangs`);
      // What is only stopped is waited for, however long.
      await pause(HANGS_MS);
      process.kill(pid, 'SIGKILL');
    } catch {
      // It is being started again at this moment.
    }
  }
  return hangs;
}

/** Until a read, the health and a page are as they should be, five times in a row. */
async function untilWell(target: Target): Promise<number> {
  const started = performance.now();
  for (let inARow = 0; inARow < 5; ) {
    const since = performance.now() - started;
    if (since > GIVE_UP_MS) return since;
    const paths = ['/rest/v1/artists?select=id&limit=1', '/healthz', '/artists'];
    const answers = await Promise.all(
      paths.map((path) => call(target, { path, from: '127.0.0.5', timeoutMs: 1000 })),
    );
    const well = answers.every(({ status }) => status === 200);
    inARow = well ? inARow + 1 : 0;
    await pause(100);
  }
  return performance.now() - started;
}

/** The addresses of a run's quotes, as the database has them: one for each time. */
export async function arrivedFor(
  origin: string,
  secretKey: string,
  run: string,
): Promise<string[]> {
  const emails: string[] = [];
  for (;;) {
    const query = `select=email&email=like.${run}-*&order=email&limit=1000&offset=${emails.length}`;
    const response = await fetch(`${origin}/rest/v1/lead_contacts?${query}`, {
      headers: { apikey: secretKey },
    });
    if (!response.ok) throw new Error(`The quotes cannot be counted: ${await response.text()}`);
    const rows = (await response.json()) as { email: string }[];
    emails.push(...rows.map((row) => row.email));
    if (rows.length < 1000) return emails;
  }
}
