/** @module-tag long */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#node/free-port.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { effort } from '../support/effort.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';
import { random } from './random-changes.ts';

const KILLS = effort(0.5);
const SEED = Number(process.env.SEED_OF_KILLS ?? 7);

const dataDir = folderOfFile('muro-kill-');
let port: number;
let product: RunningProduct;
let secretKey: string;

const start = () => startProduct({ dataDir, port, env: { SEED: 'none' } });

beforeAll(async () => {
  port = await freePort();
  product = await start();
  secretKey = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8')).secretKey;
  const artists = Array.from({ length: 12 }, (_, i) => ({
    name: `Artist ${i}`,
    slug: `artist-${i}`,
    city: 'Austin',
    state: 'TX',
    bio: 'start',
    public_visible: true,
  }));
  await rest('artists', 'POST', artists);
  await until(async () => (await page('/artist/artist-11')).status === 200);
}, 300_000);

afterAll(() => product?.stop());

it(`${KILLS} kills of the publisher at random points of rebuilds break no page and lose no change`, async () => {
  const r = random(SEED);
  const problems: string[] = [];
  const reading = new AbortController();
  const reader = read(reading.signal, problems);
  const latest = new Map<string, string>();
  for (let kill = 0; kill < KILLS; kill++) {
    const slug = `artist-${r.below(12)}`;
    const bio = `bio ${kill} of ${slug}`;
    latest.set(slug, bio);
    const rebuild = ask({ kind: 'rebuild' });
    await pause(r.below(2500));
    await rest(`artists?slug=eq.${slug}`, 'PATCH', { bio });
    await pause(r.below(400));
    killChild('publisher-process.ts');
    await rebuild;
  }
  for (const [slug, bio] of latest) {
    await until(async () => (await page(`/artist/${slug}`)).text.includes(bio));
  }
  reading.abort();
  await reader;
  expect(problems).toEqual([]);

  // It may still be starting again.
  await until(async () => /"ok":true/.test(await ask({ kind: 'rebuild' })));
}, 1_800_000);

it('a kill of the server itself leaves a site that starts again with every change', async () => {
  await rest('artists?slug=eq.artist-3', 'PATCH', { bio: 'written just before' });
  const before = (await (await fetch(`${product.origin}/healthz`)).json()).release;
  await product.stop('SIGKILL');
  product = await start();
  await until(async () => (await page('/artist/artist-3')).text.includes('written just before'));
  // The same release goes on: nothing had to be built.
  expect((await (await fetch(`${product.origin}/healthz`)).json()).release).toBe(before);
}, 120_000);

it('a kill of the backend is followed by another that the site and the publisher find', {
  timeout: 120_000,
}, async () => {
  killChild('supabase/embedded/process/main.ts');
  await until(async () => product.output().includes('The backend ended (signal SIGKILL)'));
  await until(() =>
    rest('artists?slug=eq.artist-5', 'PATCH', { bio: 'written to the second backend' }).then(
      () => true,
      () => false,
    ),
  );
  await until(async () =>
    (await page('/artist/artist-5')).text.includes('written to the second backend'),
  );
});

/** Polls pages and what they refer to, and notes what is not whole. Goes round once at least, however slow that is. */
async function read(signal: AbortSignal, problems: string[]): Promise<void> {
  const assets = new Set<string>();
  for (let i = 0; i < 12 || !signal.aborted; i++) {
    const address = ['/', '/artists', `/artist/artist-${i % 12}`, '/service-areas'][i % 4] ?? '/';
    const { status, text } = await page(address);
    if (status !== 200 || !text.trimEnd().endsWith('</html>'))
      problems.push(`${address} ${status}`);
    for (const [, asset] of text.matchAll(/(?:src|href)="(\/_astro\/[^"]+)"/g))
      assets.add(asset ?? '');
    // Also those of pages that were read before the last release: somebody still has them open.
    for (const asset of assets) {
      const answer = await fetch(product.origin + asset, { method: 'HEAD' });
      if (answer.status !== 200) problems.push(`${asset} ${answer.status}`);
    }
    await pause(10);
  }
}

async function page(address: string): Promise<{ status: number; text: string }> {
  const response = await fetch(product.origin + address);
  return { status: response.status, text: await response.text() };
}

async function rest(target: string, method: string, body: object): Promise<void> {
  const response = await fetch(`${product.origin}/rest/v1/${target}`, {
    method,
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** The answer of the running server, which says whether the command was done or cut short. */
async function ask(command: object): Promise<string> {
  const response = await fetch(`${product.origin}/hooks/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: JSON.stringify(command),
  });
  return response.text();
}

function killChild(script: string): void {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(product.pid)], {
    encoding: 'utf8',
  });
  const line = children.split('\n').find((text) => text.includes(script));
  if (line) process.kill(Number.parseInt(line, 10), 'SIGKILL');
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await done()) return;
    await pause(100);
  }
  throw new Error(`It did not come within a minute. ${product.output().slice(-2000)}`);
}
