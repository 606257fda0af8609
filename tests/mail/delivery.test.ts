/** @module-tag long */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMailSettings } from '#config/process/mail-settings.ts';
import { MAIL_WIDTH } from '#node/mail-transport.ts';
import { form, select, submit } from '#tests/db/support/leads.ts';
import { type Person, testBackend } from '#tests/support/backend.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { type MailServer, mailServer } from '#tests/support/mail-server.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { listMails } from '../../scripts/lib/read-mails.ts';

const PROCESS = fileURLToPath(new URL('../support/mail-process.ts', import.meta.url));
const ORIGIN = 'http://127.0.0.1:4321';
/** `MAILS=1000 npx vitest run --config tests/vitest.config.ts tests/mail` is the long version. */
const MAILS = Number(process.env.MAILS ?? 100);
const KILLS = Math.min(10, MAILS / 20);

let artist: Person;
let artistId: string;
const folder = folderOfFile('muro-delivery-');
let server: MailServer | null = null;
let child: ChildProcess | null = null;
let stopListening: () => Promise<void>;

const backend = ofFile(() => testBackend({ origin: ORIGIN }));
beforeAll(async () => {
  stopListening = await backend.listen('mails', () => child?.connected && child.send('wake'));
  artist = await backend.signedIn('artist', 'artist@example.com');
  const { data } = await artist.client.rpc('ensure_artist_profile');
  artistId = data.id;
  await backend.sql(
    `update public.artists set name = 'Ana Ruiz', city = 'San Antonio', state = 'TX', public_visible = true where id = $1`,
    [artistId],
  );
  await backend.sql(
    `insert into private.settings (key, value)
     select key, '100000' from unnest(array['lead_ip_limit', 'lead_total_limit', 'mail_recipient_limit',
       'mail_address_limit', 'mail_unproven_limit']) key`,
  );
});
afterAll(async () => {
  await stopListening?.();
});
beforeEach(() => backend.sql('delete from private.mails'));
afterEach(async () => {
  await end();
  await server?.stop();
  server = null;
});

/** The worker as a process of its own. */
function begin(smtpUrl: string | null): ChildProcess {
  const mail = readMailSettings(
    smtpUrl ? { SMTP_URL: smtpUrl, MAIL_FROM: 'Muro <hello@muro.example>' } : {},
  );
  const source = {
    dataDir: folder,
    origin: ORIGIN,
    backendUrl: backend.url,
    publicBackendUrl: '',
    operator: null,
    publishableKey: backend.keys.publishableKey,
    secretKey: backend.keys.secretKey,
    mail,
  };
  child = fork(PROCESS, [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, MAIL_SOURCE: JSON.stringify(source) },
  });
  return child;
}

async function end(): Promise<void> {
  const ending = child;
  child = null;
  if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
  ending.kill('SIGKILL');
  await once(ending, 'exit');
}

/** A guest sends a request to the artist. */
async function ask(email: string): Promise<string> {
  const asked = form({ name: 'Zenobia Quiet', phone: '999 888 777', email });
  const { id } = await submit(backend, asked);
  await backend.sql('select private.prove_request($1)', [id]);
  await select(backend, id, asked.claim, [artistId]);
  return id;
}

const states = async () =>
  (await backend.sql<{ state: string }>('select state from private.mails order by id')).map(
    ({ state }) => state,
  );
const due = () =>
  backend.sql(
    `update private.mails set next_attempt_at = now() where state in ('waiting', 'leased')`,
  );

describe('a request that is sent to an artist', { tags: 'core' }, () => {
  it('reaches both by mail, and shows the artist no contact', async () => {
    server = await mailServer();
    begin(server.url);
    await ask('zenobia@example.com');
    await expect.poll(() => server?.received.length).toBe(2);
    const [toArtist] = server.received.filter(({ to }) => to === 'artist@example.com');
    const [toClient] = server.received.filter(({ to }) => to === 'zenobia@example.com');
    expect(toArtist?.subject).toBe('New abstract mural request in San Antonio');
    expect(toArtist?.text).toContain('> A wall of 20 by 8 feet beside our patio.');
    expect(toArtist?.links).toContainEqual(
      expect.stringMatching(/\/dashboard\/artist\/leads\?lead=[\w-]{36}$/),
    );
    expect(toArtist?.raw).not.toMatch(/zenobia|999 ?888/i);
    expect(toClient?.subject).toBe('Your mural request is with Ana Ruiz');
    await expect.poll(states).toEqual(['sent', 'sent']);
    const [row] = await backend.sql<{ answer: string }>('select answer from private.mails');
    expect(row?.answer).toMatch(/^250/);
  });

  it('is one file for each where there is no server', async () => {
    begin(null);
    await ask('files@example.com');
    await expect.poll(states).toEqual(['sent', 'sent']);
    const mails = await listMails(folder);
    expect(mails.map(({ to }) => to).sort()).toEqual(['artist@example.com', 'files@example.com']);
    expect((await readdir(path.join(folder, 'mail'))).every((name) => name.endsWith('.eml'))).toBe(
      true,
    );
  });
});

/** A server that does with each caller what it is told, and nothing else. */
async function odd(onCall: (socket: Socket) => void) {
  const open = new Set<Socket>();
  let calls = 0;
  const listening = createServer((socket) => {
    calls += 1;
    open.add(socket.on('error', () => {}));
    onCall(socket);
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    calls: () => calls,
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listening.close(resolve));
    },
  };
}

const count = async (what: string) =>
  (
    await backend.sql<{ n: number }>(`select count(*)::int as n from private.mails where ${what}`)
  )[0]?.n;

it('an hour without a server loses nothing, and requests make nobody call it more often', async () => {
  const away = await odd((socket) => socket.destroy());
  const SWEEPS = 6;
  const people: string[] = [];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const worker = begin(away.url);
    const before = away.calls();
    await expect.poll(away.calls).toBeGreaterThan(before);
    for (let i = 0; i < 10; i++) people.push(`hour${sweep}-${i}@example.com`);
    for (const email of people.slice(-10)) await ask(email);
    worker.send('wake');
    await expect.poll(() => count(`attempts > ${sweep}`)).toBeGreaterThan(0);
    // Every request wakes the worker, which lets the server rest: one greeting, and two calls for each of a few mails.
    expect(away.calls() - before).toBeLessThanOrEqual(1 + 2 * MAIL_WIDTH);
    await end();
    // Those that were tried again and again come first, as after the times between tries.
    await due();
    await backend.sql(
      `update private.mails set next_attempt_at = next_attempt_at - make_interval(secs => attempts)`,
    );
  }
  await away.stop();
  // Some may be with a worker that was killed, and none has left or is given up.
  const left = (await states()).filter((state) => !['waiting', 'leased'].includes(state));
  expect(left).toEqual([]);
  server = await mailServer({ port: away.port });
  begin(server.url);
  const all = people.length * 2;
  await expect.poll(() => count(`state = 'sent'`), { timeout: 60_000 }).toBe(all);
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(all);
  expect(server.received).toHaveLength(all);
  const told = server.received.map(({ to }) => to).filter((to) => to.startsWith('hour'));
  expect(told.sort()).toEqual(people.sort());
}, 120_000);

it(`${MAILS} mails and ${KILLS} kills: none lost, and none twice but under its own identity`, async () => {
  const at = Array.from({ length: KILLS }, () => Math.floor(Math.random() * MAILS * 0.9));
  at.sort((a, b) => a - b);
  let kills = 0;
  server = await mailServer({
    onMail: () => {
      const next = at[kills];
      if (next === undefined || (server?.received.length ?? 0) <= next || !child) return;
      const victim = child;
      kills += 1;
      setTimeout(() => victim.kill('SIGKILL'), Math.random() * 10);
    },
  });
  const people = Array.from({ length: MAILS / 2 }, (_, i) => `many${i}@example.com`);
  for (const email of people) await ask(email);
  expect(await states()).toHaveLength(MAILS);
  for (let runs = 0; (await states()).some((state) => state !== 'sent'); runs++) {
    expect(runs).toBeLessThanOrEqual(KILLS);
    // As after the time of the leases that the last one had.
    await due();
    const worker = begin(server.url);
    const all = expect.poll(states, { timeout: 60_000 });
    const done = all.toEqual(Array(MAILS).fill('sent')).catch(() => {});
    await Promise.race([once(worker, 'exit'), done]);
  }
  expect(kills).toBe(KILLS);
  const ids = server.received.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(MAILS);
  const twice = ids.length - MAILS;
  // What was between the server's answer and the note of it: at most all that is sent at a time.
  expect(twice).toBeLessThanOrEqual(KILLS * MAIL_WIDTH);
  console.log(`${MAILS} mails, ${kills} kills: ${twice} came twice`);
}, 240_000);
