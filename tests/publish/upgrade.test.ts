/** @module-tag long */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#node/free-port.ts';
import { Releases } from '#publish/releases/releases.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { processesOf } from '../support/processes.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';

const dataDir = folderOfFile('muro-upgrade-');
let port: number;
let product: RunningProduct | undefined;

const start = (env: NodeJS.ProcessEnv = {}) =>
  startProduct({ dataDir, port, env: { SEED: 'none', ...env } });

beforeAll(async () => {
  port = await freePort();
  product = await start();
}, 300_000);
afterAll(() => product?.stop());

/** As if another source had made it. */
async function age(change: (record: Record<string, unknown>) => void): Promise<string> {
  const release = await new Releases(dataDir).current();
  const file = path.join(release?.dir ?? '', 'release.json');
  const record = JSON.parse(await readFile(file, 'utf8'));
  change(record);
  await writeFile(file, JSON.stringify(record));
  return record.id;
}

interface Seen {
  status: number;
  health: string;
  release: string | null;
}

/** What a visitor and a monitor get from the moment the port is open until the new release is served. */
async function watch(old: string, until: Promise<unknown>): Promise<Seen[]> {
  const seen: Seen[] = [];
  let done = false;
  void until.finally(() => {
    done = true;
  });
  while (!done) {
    const answer = await Promise.all([
      fetch(`http://127.0.0.1:${port}/`),
      fetch(`http://127.0.0.1:${port}/healthz`),
    ]).catch(() => null);
    // Not listening yet.
    if (!answer) continue;
    const [page, health] = answer;
    await page.text();
    const { status, release } = await health.json();
    seen.push({ status: page.status, health: status, release });
  }
  expect(seen.some(({ release }) => release === old)).toBe(true);
  return seen;
}

it('serves the last release from the first second, and its own when that is made', async () => {
  await product?.stop();
  const old = await age((record) => {
    record.fingerprint = 'of an earlier source';
  });
  const page = await readFile(path.join(dataDir, 'releases', old, 'site/index.html'), 'utf8');
  const assets = [...page.matchAll(/(?:src|href)="(\/_astro\/[^"]+)"/g)].map(([, url]) => url);
  expect(assets.length).toBeGreaterThan(0);
  const starting = start();
  const seen = await watch(old, starting);
  product = await starting;
  expect([...new Set(seen.map(({ status }) => status))]).toEqual([200]);
  // While it is not told about changes, nobody is told that all is well.
  for (const { health, release } of seen) if (release === old) expect(health).not.toBe('ok');
  const now = await (await fetch(`${product.origin}/healthz`)).json();
  expect(now.status).toBe('ok');
  expect(now.release).not.toBe(old);
  // Whoever has the old page open still gets its scripts.
  for (const asset of assets) expect((await fetch(product.origin + asset)).status).toBe(200);
}, 300_000);

it('serves nothing of another site', async () => {
  await product?.stop();
  const old = await age(() => {});
  const starting = start({ SITE_URL: 'http://another.test' });
  const seen: number[] = [];
  let done = false;
  void starting.finally(() => {
    done = true;
  });
  while (!done) {
    const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (!page) continue;
    seen.push(page.status);
    const text = await page.text();
    if (page.status === 200) expect(text).toContain('http://another.test');
  }
  product = await starting;
  expect(seen).toContain(503);
  expect((await new Releases(dataDir).current())?.id).not.toBe(old);
}, 300_000);

const publisher = () =>
  processesOf(product?.pid ?? 0).find(({ part }) => part === 'publisher')?.pid ?? 0;
const health = async () => (await (await fetch(`${product?.origin}/healthz`)).json()).status;

it('starts a publisher again that spins', async () => {
  await spin(publisher());
  const said = 'The publisher ended (it did not answer); starting it again.';
  await expect.poll(() => product?.output(), { timeout: 300_000, interval: 500 }).toContain(said);
  await expect.poll(health, { timeout: 120_000, interval: 200 }).toBe('ok');
}, 480_000);

/** Has the main thread of a process of Node's do nothing but calculate, by its debugger. */
async function spin(pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR1');
  const inspector = async () => {
    const list = await fetch('http://127.0.0.1:9229/json').catch(() => null);
    return list ? (await list.json())[0].webSocketDebuggerUrl : '';
  };
  await expect.poll(inspector, { timeout: 30_000 }).toMatch(/^ws:/);
  const socket = new WebSocket(await inspector());
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const evaluate = { id: 1, method: 'Runtime.evaluate', params: { expression: 'for (;;);' } };
  socket.send(JSON.stringify(evaluate));
}
