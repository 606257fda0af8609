/** @module-tag long */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { percentile, untilQuoteTaken } from '../load/honest.ts';
import {
  anyServer,
  keepAsking,
  keepReading,
  keepSaving,
  keepSending,
  newSaver,
  newThread,
  nothingTold,
  numberOn,
  type Saver,
  save,
} from './clients.ts';
import { type Cluster, type Server, startCluster, VICTIMS } from './cluster.ts';

/** `npm run test:cluster` is the long form. */
const LONG = process.env.CLUSTER === 'long';
const KILLS = LONG ? 20 : 3;
/** Of each kind: who save, ask, send and read. */
const CLIENTS = LONG ? 4 : 1;
const CUTS_EVERY = LONG ? 4 : 2;
const CUT_MS = 4000;
const BETWEEN_MS = 1500;
/** Saves whose way to the pages is measured while nothing is broken. */
const CALM_SAVES = LONG ? 20 : 5;
/** What is not there by then never comes. How long it took is printed: seconds are the machine's, and no test. */
const NEVER_MS = 150_000;

let cluster: Cluster;
let savers: Saver[];
beforeAll(async () => {
  cluster = await startCluster(3);
  savers = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => newSaver(cluster, n)));
}, 600_000);
afterAll(() => cluster?.stop(), 60_000);

it(
  `three servers, ${4 * CLIENTS} clients and ${KILLS} kills: nothing lost or doubled, and no page old`,
  async () => {
    const { servers, sql } = cluster;
    onTestFailed(() => {
      for (const server of servers)
        console.log(`${server.origin}\n${server.output().slice(-4000)}`);
    });
    const target = anyServer(cluster);
    const told = nothingTold();
    const run = `cluster-${Date.now().toString(36)}`;
    await expect.poll(shownOn(servers), { timeout: NEVER_MS }).toBe(true);
    const before = await waysToPages(target);

    const ended = new AbortController();
    const threads = await Promise.all(
      Array.from({ length: CLIENTS }, (_, n) =>
        newThread(cluster, savers[n % savers.length]?.id ?? '', n),
      ),
    );
    const each = <T>(work: (n: number) => Promise<T>) =>
      Array.from({ length: CLIENTS }, (_, n) => work(n));
    const clients = Promise.all([
      ...each((n) => keepSaving(target, savers[n] as Saver, ended.signal)),
      ...each(() => keepAsking(target, told, run, ended.signal)),
      ...each((n) =>
        keepSending(target, threads[n] as (typeof threads)[number], told, ended.signal),
      ),
      ...each(() => keepReading(servers, savers, told, ended.signal)),
    ]);
    const faults = await breakThings(servers);
    const endedAt = performance.now();
    await cluster.healed(NEVER_MS);
    const leader = await cluster.leader();
    const poll = { timeout: NEVER_MS, interval: 50 };
    await expect.poll(shownOn(leader ? [leader] : servers), poll).toBe(true);
    const healedAt = performance.now();
    const currentAfter = await Promise.all(
      servers.map(async (server) => {
        await expect.poll(shownOn([server]), poll).toBe(true);
        return Math.round(performance.now() - healedAt);
      }),
    );
    ended.abort();
    await clients;
    const after = await waysToPages(target);

    await sql`update private.mails set next_attempt_at = now() where state in ('waiting', 'leased')`;
    await expect.poll(mailsLeft, { timeout: NEVER_MS }).toBe(0);
    const [{ count: mails } = { count: 0 }] = await sql<{ count: number }[]>`
      select count(*)::int from private.mails where state = 'sent'`;
    const ids = new Set(cluster.mails.received.map(({ messageId }) => messageId));
    console.log(
      JSON.stringify({
        quotes: told.quotes.sent.length,
        messages: told.messages.length,
        saves: savers.reduce((sum, { saved }) => sum + saved, 0),
        reads: told.reads,
        mails,
        again: told.quotes.again,
        // The first after a kill among them, with the browser's own pauses.
        slowestQuoteMs: Math.round(Math.max(...told.quotes.ms)),
        faults,
        healedAfterMs: Math.round(healedAt - endedAt),
        currentAfterMs: currentAfter,
        before,
        after,
        firstStartMs: Math.round(cluster.firstStartMs),
      }),
    );

    const arrived = await sql<{ email: string }[]>`
      select email from public.lead_contacts where email like ${`${run}-%`}`;
    const bodies = await sql<{ body: string }[]>`
      select body from public.lead_messages where lead_id in ${sql(threads.map(({ lead }) => lead))}`;
    expect(told.quotes.refused).toEqual([]);
    expect(told.refused).toEqual([]);
    expect(arrived.map(({ email }) => email).sort()).toEqual(told.quotes.sent.toSorted());
    expect(bodies.map(({ body }) => body).sort()).toEqual(told.messages.toSorted());
    expect(ids.size).toBe(mails);
    expect(told.badReads).toEqual([]);
  },
  LONG ? 900_000 : 480_000,
);

it('take quotes again and show what was saved after all were killed at once', async () => {
  const { servers, keys } = cluster;
  await Promise.all(servers.map((server) => server.killAll()));
  const starting = Promise.all(servers.map((server) => server.start()));
  const firstQuoteMs = await Promise.all(
    servers.map(({ origin }, n) =>
      untilQuoteTaken({ origin, publishableKey: keys.publishableKey }, `all-${n}@load.test`),
    ),
  );
  await starting;
  console.log(JSON.stringify({ firstQuoteMs }));
  await cluster.healed(NEVER_MS);
  await expect.poll(shownOn(servers), { timeout: NEVER_MS }).toBe(true);
}, 480_000);

/** Gives a question: whether these servers show what was saved until now. */
function shownOn(servers: readonly Server[]): () => Promise<boolean> {
  const saved = savers.map((saver) => saver.saved);
  return async () => {
    const shown = savers.flatMap((saver, n) =>
      servers.map(async (server) => (await numberOn(server, saver)) >= (saved[n] ?? 0)),
    );
    return (await Promise.all(shown)).every(Boolean);
  };
}

/** Kills and cuts in turn, until there were enough of them; gives what was done. */
async function breakThings(servers: readonly Server[]): Promise<Record<string, number>> {
  const done: Record<string, number> = {};
  const count = (what: string) => {
    done[what] = (done[what] ?? 0) + 1;
  };
  const returning: Promise<unknown>[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill % CUTS_EVERY === CUTS_EVERY - 1) {
      const server = servers[(kill * 7) % servers.length] as Server;
      const what = kill % (2 * CUTS_EVERY) < CUTS_EVERY ? 'database' : 'bucket';
      server.network[what].cut({ silent: kill % (4 * CUTS_EVERY) < 2 * CUTS_EVERY });
      count(`${what} cut`);
      await pause(CUT_MS);
      server.heal();
    }
    const part = VICTIMS[kill % VICTIMS.length] ?? 'front';
    // Every other time it is the one that publishes.
    const wanted = kill % 2 === 0 ? await cluster.leader() : null;
    const victim = wanted ?? servers.filter(({ life }) => life !== null)[kill % 2];
    if (!victim) kill--;
    else {
      const killed = victim.kill(part);
      // A part that is still on its way back cannot be killed again.
      if (part === 'front') returning.push(killed);
      else if (!(await killed)) kill--;
      if (victim.life === null || part !== 'front') count(part);
    }
    await pause(BETWEEN_MS);
  }
  await Promise.all(returning);
  return done;
}

/** How long saves take to the page, on the server that publishes and on the others, while nothing is broken. */
async function waysToPages(target: ReturnType<typeof anyServer>) {
  const leader = await cluster.leader();
  const ms: Record<'leader' | 'followers', number[]> = { leader: [], followers: [] };
  const [saver] = savers;
  if (!saver) throw new Error('Nobody saves.');
  for (let n = 0; n < CALM_SAVES; n++) {
    await save(target, saver);
    const since = performance.now();
    await Promise.all(
      cluster.servers.map(async (server) => {
        while ((await numberOn(server, saver)) < saver.saved) {
          if (performance.now() - since > NEVER_MS) throw new Error('A save never came to a page.');
          await pause(10);
        }
        ms[server === leader ? 'leader' : 'followers'].push(performance.now() - since);
      }),
    );
    // The next one is not to come in the same look of the others.
    await pause(Math.random() * 1000);
  }
  const figures = (values: number[]) => ({
    p50: percentile(values, 0.5),
    p95: percentile(values, 0.95),
    most: Math.round(Math.max(...values)),
  });
  return { leader: figures(ms.leader), followers: figures(ms.followers) };
}

async function mailsLeft(): Promise<number> {
  const [row] = await cluster.sql<{ count: number }[]>`
    select count(*)::int from private.mails where state <> 'sent'`;
  return row?.count ?? -1;
}
