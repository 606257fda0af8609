/** @module-tag long */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Keys, loadKeys } from '#embedded/index.ts';
import { freePort } from '#node/free-port.ts';
import { isAlive } from '#node/is-alive.ts';
import { urlsOf } from '#publish/cdn/urls-of.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { testSite } from '../server/fixture.ts';
import { processesOf } from '../support/processes.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';
import { startVarnish, type Varnish, withoutVarnish } from './varnish.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

const SAVES = 50;
const SETTLED_MS = 5000;
const missing = withoutVarnish();
if (missing) console.warn(`Left out: ${missing}.`);

describe.skipIf(missing)('behind a cache that keeps pages until it is told otherwise', () => {
  const dataDir = folderOfFile('muro-cached-');
  let product: RunningProduct;
  let cache: Varnish;
  let keys: Keys;
  let artist: { id: string; slug: string; headers: Record<string, string> };

  beforeAll(async () => {
    const port = await freePort();
    cache = await startVarnish({ site: port });
    const env = { SEED: 'demo', CDN: 'purge', CDN_URL: cache.url, TRUST_PROXY: '1' };
    product = await startProduct({ dataDir, port, env });
    keys = await loadKeys(dataDir);
    // Varnish asks each second whether the site is there.
    await vi.waitFor(async () => expect((await ask('/terms')).status).toBe(200), 20_000);
    artist = await signedIn();
  });
  afterAll(async () => {
    await product?.stop();
    await cache?.stop();
  });

  const ask = (target: string, init: RequestInit = {}) => fetch(`${cache.url}${target}`, init);
  const text = async (target: string) => (await ask(target)).text();
  /** Varnish names two requests where the answer was kept: this one, and the one that brought it. */
  const isKept = (answer: Response) => (answer.headers.get('x-varnish') ?? '').includes(' ');

  async function signedIn() {
    const login = await ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'artist@example.com', password: 'mural-demo-2026' }),
    });
    const said = await login.text();
    const { access_token: token, user } = JSON.parse(said);
    const headers = {
      apikey: keys.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    const rows = await ask(`/rest/v1/artists?select=id,slug&user_id=eq.${user.id}`, { headers });
    const [row] = await rows.json();
    return { ...row, headers };
  }

  async function save(bio: string): Promise<void> {
    const { id, headers } = artist;
    const init = { method: 'PATCH', headers, body: JSON.stringify({ bio }) };
    expect((await ask(`/rest/v1/artists?id=eq.${id}`, init)).status).toBe(204);
  }

  it('keeps pages and lists, and nothing of the API', async () => {
    for (const target of ['/', '/artists', `/artist/${artist.slug}`, '/search/artists.json']) {
      await (await ask(target)).arrayBuffer();
      const answer = await ask(target);
      expect([target, answer.status, isKept(answer)]).toEqual([target, 200, true]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    }
    const options = { headers: { apikey: keys.publishableKey } };
    for (const target of ['/healthz', '/rest/v1/cities?select=id&limit=1', '/nobody']) {
      await ask(target, options);
      expect([target, isKept(await ask(target, options))]).toEqual([target, false]);
    }
    const filtered = await ask('/artists?style=lettering');
    expect(isKept(filtered)).toBe(true);
    expect(await text('/artists?page=2')).toBe(await text('/artists/page/2'));
  });

  it('takes purges from this machine only, and not through a proxy', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect((await ask('/', { method: 'PURGE', headers })).status).toBe(405);
    expect(isKept(await ask('/'))).toBe(true);
  });

  it('shows a saved change to visitors who never stop asking', async () => {
    const page = `/artist/${artist.slug}`;
    const took: number[] = [];
    for (let n = 0; n < SAVES; n++) {
      const bio = `Saved behind a cache, number ${n} at ${Date.now()}.`;
      const started = performance.now();
      await save(bio);
      while (!(await text(page)).includes(bio)) await pause(2);
      took.push(performance.now() - started);
    }
    took.sort((a, b) => a - b);
    const [p50 = 0, p95 = 0] = [0.5, 0.95].map((part) => took[Math.ceil(part * SAVES) - 1]);
    console.log(`saved to shown by the cache: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
    expect(p95).toBeLessThan(2000);
    // What was fetched while it changed was seen to be old.
    await pause(4000);
    const ours = await (await fetch(`${product.origin}${page}`)).text();
    expect(await text(page)).toBe(ours);
  });

  /** The files that are served now; the search index has others after each time it is made. */
  async function targetsNow(): Promise<string[]> {
    const [release = ''] = (await readdir(path.join(dataDir, 'releases'))).filter((name) =>
      /^\d/.test(name),
    );
    const site = path.join(dataDir, 'releases', release, 'site');
    const files = (await readdir(site, { recursive: true })).filter(
      (file) => /\.(html|json|js|css)$|pagefind\//.test(file) && file !== '404.html',
    );
    return urlsOf(files, '').filter((target) => !target.endsWith('.html'));
  }

  /** What is there of these, by its target. */
  async function bodiesOf(origin: string, targets: Iterable<string>): Promise<Map<string, string>> {
    const bodies = new Map<string, string>();
    for (const target of targets) {
      const answer = await fetch(`${origin}${target}`);
      const body = await answer.text();
      if (answer.status === 200) bodies.set(target, body);
    }
    return bodies;
  }

  /** What the cache has, once that is all that is served, and pages have their preview images, which are drawn by and by. */
  async function untilSettled(): Promise<Map<string, string>> {
    for (;;) {
      const served = await bodiesOf(product.origin, await targetsNow());
      await pause(SETTLED_MS);
      const targets = await targetsNow();
      const kept = await bodiesOf(cache.url, targets);
      const stillServed = await bodiesOf(product.origin, targets);
      if (isDeepStrictEqual([kept, stillServed], [served, served])) return kept;
    }
  }

  it('goes on with pages and search while nothing of ours runs', async () => {
    const bodies = await untilSettled();
    expect(bodies.size).toBeGreaterThan(100);
    const family = processesOf(product.pid).map(({ pid }) => pid);
    for (const pid of family) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        // One that ended with those before it is not there any more.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    while (family.some(isAlive)) await pause(20);
    await expect(fetch(product.origin)).rejects.toThrow();
    const without = await bodiesOf(cache.url, bodies.keys());
    expect([...bodies.keys()].filter((one) => without.get(one) !== bodies.get(one))).toEqual([]);
  });
});

describe.skipIf(missing)('behind a cache in front of a bucket', () => {
  it('a page is its file, and what is not there the page that says so', async () => {
    const api = await testSite();
    const { createServer } = await import('node:http');
    const files: Record<string, string> = {
      '/index.html': 'home',
      '/artist/x.html': 'an artist',
      '/og.png': 'a picture',
      '/404.html': 'nothing here',
    };
    const asked: string[] = [];
    const bucket = createServer(({ url = '', headers }, response) => {
      asked.push(`${headers.host}${url}`);
      const body = files[url];
      response.writeHead(body ? 200 : 403, { 'cache-control': 'public, max-age=0' }).end(body);
    });
    const port = await freePort();
    await new Promise<void>((resolve) => bucket.listen(port, '127.0.0.1', resolve));
    const cache = await startVarnish({ site: api.server.port, bucket: { port } });
    try {
      const look = async (target: string) => {
        const answer = await fetch(`${cache.url}${target}`);
        return [answer.status, await answer.text()];
      };
      for (let time = 0; time < 2; time++) {
        expect(await look('/')).toEqual([200, 'home']);
        expect(await look('/artist/x?utm_source=mail')).toEqual([200, 'an artist']);
        expect(await look('/og.png')).toEqual([200, 'a picture']);
        expect(await look('/nobody')).toEqual([404, 'nothing here']);
      }
      expect((await fetch(`${cache.url}/healthz`)).headers.get('content-type')).toContain('json');
      expect(asked.filter((each) => /^[^/]+\/artist\/x\.html$/.test(each))).toHaveLength(1);
      expect(asked[0]).toMatch(/^muro-site\.s3\.example\//);
      files['/artist/x.html'] = 'the same artist';
      expect((await fetch(`${cache.url}/artist/x`, { method: 'PURGE' })).status).toBe(200);
      expect(await look('/artist/x')).toEqual([200, 'the same artist']);
      files['/artist/x.html'] = 'once more';
      expect((await fetch(`${cache.url}/*`, { method: 'PURGE' })).status).toBe(200);
      expect(await look('/artist/x')).toEqual([200, 'once more']);
    } finally {
      await cache.stop();
      await api.close();
      bucket.closeAllConnections();
      bucket.close();
    }
  });
});
