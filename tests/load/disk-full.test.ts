/** @module-tag long */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { freePort } from '#node/free-port.ts';
import { smallDisk } from '#tests/embedded/small-disk.ts';
import { processesOf } from '../support/processes.ts';
import { startProduct } from '../support/product.ts';
import { newQuotes, sendQuote } from './honest.ts';
import { call, type Target } from './http.ts';
import { arrivedFor } from './siege.ts';

const BEFORE = 10;
const MEANWHILE = 30;
/** Files that PostgreSQL has ready to write to; each asks it for the next one. */
const READY_MADE = 8;

const disk = smallDisk('400m');

it.skipIf(!disk.possible)(
  `a disk that is full and has room again loses no quote, and nobody has to do more ${disk.note}`,
  async () => {
    const dataDir = await disk.mount();
    const env = { SEED: 'none', DATABASE_ENGINE: 'native' };
    const product = await startProduct({ dataDir, port: await freePort(), env });
    try {
      const keys = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8'));
      const target: Target = { origin: product.origin, publishableKey: keys.publishableKey };
      const health = async () => {
        const { status, body } = await call(target, { path: '/healthz' });
        return { ...(JSON.parse(body || '{}') as object), status };
      };
      const quotes = newQuotes();
      const run = `full-${Date.now().toString(36)}`;
      const send = () => sendQuote(target, quotes, `127.3.0.${quotes.sent.length + 1}`, run);
      for (let i = 0; i < BEFORE; i++) await send();

      await disk.fill();
      await takeRoom(path.join(dataDir, 'socket'), keys.databasePassword);
      const sending = Promise.all(Array.from({ length: MEANWHILE }, send));
      // A server that ends gives some room back.
      const full = () => disk.fill().then(health);
      await expect.poll(full, { timeout: 60_000, interval: 200 }).toMatchObject({
        status: 503,
        disk: 'full',
        reason: expect.stringMatching(/disk is full/),
      });
      await expect.poll(() => Object.keys(quotes.again), { timeout: 60_000 }).not.toEqual([]);
      // One that ends now, if it has not by itself, has to recover without room to do so.
      const server = processesOf(product.pid).find(({ part }) => part === 'database server');
      if (server) process.kill(server.pid, 'SIGKILL');
      await expect.poll(() => product.output(), { timeout: 60_000 }).toMatch(/The backend ended/);
      expect((await call(target, { path: '/artists' })).status).toBe(200);

      await disk.makeRoom();
      await sending;
      await expect.poll(health, { timeout: 60_000 }).toMatchObject({ status: 200 });
      console.log(JSON.stringify({ again: quotes.again, ms: Math.max(...quotes.ms) }));
      const arrived = await arrivedFor(product.origin, keys.secretKey, run);
      expect(quotes.refused).toEqual([]);
      expect(arrived.toSorted()).toEqual(quotes.sent.toSorted());
      expect(arrived).toHaveLength(BEFORE + MEANWHILE);
    } finally {
      await product.stop();
      await disk.unmount();
    }
  },
  300_000,
);

/** Has the server ask for room until there is none, as many writes would. */
async function takeRoom(host: string, password: string): Promise<void> {
  const server = { host, username: 'postgres', password, database: 'postgres', max: 1 };
  const sql = postgres({ ...server, onnotice: () => {} });
  try {
    for (let i = 0; i < READY_MADE; i++) {
      await sql`select pg_logical_emit_message(false, 'room', repeat('x', 1000000))`;
      await sql`select pg_switch_wal()`;
    }
  } catch {
    // As it should be: the server says so, or ends.
  } finally {
    await sql.end({ timeout: 1 });
  }
}
