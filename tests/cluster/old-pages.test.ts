/**
 * @module-tag long
 * @module-tag effort
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { protocolOf } from '#publish/cdn/protocol.ts';
import { PurgeQueue } from '#publish/cdn/purge-queue.ts';
import { effort } from '#tests/support/effort.ts';
import { startVarnish, withoutVarnish } from './varnish.ts';

/**
 * Many saves, a slow bucket, and visitors who never stop asking: no page in the cache is older than ten seconds. A fetch
 * takes the page as it is when it begins, and brings it up to three seconds later: every purge meets some under way.
 */

const ORIGIN = 'https://muro.example';
const PAGES = 20;
const SAVES = effort(400);
const VISITORS = 12;
const SAVED_EVERY_MS = 15;
const SLOWEST_MS = 3000;
const OLD_MS = 10_000;

const missing = withoutVarnish();
if (missing) console.warn(`Left out: ${missing}.`);

it.skipIf(missing)(
  'nothing is old for long, however slow the bucket is',
  { timeout: 600_000 },
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'muro-old-'));
    /** By page, the version that is stored, and when each was replaced. */
    const stored = Array.from({ length: PAGES }, () => 0);
    const replaced = Array.from({ length: PAGES }, (): number[] => []);
    const bodyOf = (page: number) => `page ${page} version ${stored[page]}`;
    const tagOf = (page: number) => createHash('md5').update(bodyOf(page)).digest('hex');
    const bucket = createServer(async ({ url = '' }, response) => {
      const page = Number(/^\/(?:_br\/)?artist\/a(\d+)\.html$/.exec(url)?.[1] ?? Number.NaN);
      if (!(page < PAGES)) return void response.writeHead(404).end();
      const [body, tag] = [bodyOf(page), tagOf(page)];
      await pause(Math.random() ** 3 * SLOWEST_MS);
      const headers = { 'cache-control': 'public, max-age=0', 'x-amz-meta-tag': tag };
      response.writeHead(
        200,
        url.startsWith('/_br/') ? { ...headers, 'content-encoding': 'br' } : headers,
      );
      response.end(body);
    });
    await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
    const { port } = bucket.address() as AddressInfo;
    const cache = await startVarnish({ site: port, bucket: { port } });
    const queue = new PurgeQueue({
      protocol: protocolOf({ kind: 'purge', url: cache.url }, ORIGIN),
      file: path.join(dir, 'purges.jsonl'),
      often: async () => [],
      shown: async (url) => ({ tag: tagOf(Number(/\d+$/.exec(url)?.[0])) }),
      log: (line) => line && console.warn(line),
    });

    /** The version that a visitor gets of a page. */
    const visit = (page: number, encoding: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { 'accept-encoding': encoding };
        get(`${cache.url}/artist/a${page}`, { headers }, async (answer) => {
          // It is as plain in every encoding but gzip, which Varnish makes.
          const body = await text(answer);
          resolve(Number(/version (\d+)$/.exec(body)?.[1] ?? Number.NaN));
        }).on('error', reject);
      });
    let isOver = false;
    let visits = 0;
    const late: string[] = [];
    const visitor = async () => {
      while (!isOver) {
        const page = Math.random() < 0.5 ? 0 : Math.floor(Math.random() * PAGES);
        const began = performance.now();
        const version = await visit(page, Math.random() < 0.5 ? 'br' : 'identity');
        visits++;
        const since = replaced[page]?.[version];
        if (since !== undefined && began - since > OLD_MS)
          late.push(`page ${page}, version ${version}`);
      }
    };

    try {
      const visitors = Array.from({ length: VISITORS }, visitor);
      for (let n = 0; n < SAVES; n++) {
        const page = Math.random() < 0.3 ? 0 : Math.floor(Math.random() * PAGES);
        replaced[page]?.push(performance.now());
        stored[page] = (stored[page] ?? 0) + 1;
        queue.purge([`${ORIGIN}/artist/a${page}`]);
        await pause(SAVED_EVERY_MS);
      }
      await pause(OLD_MS);
      const old: string[] = [];
      for (const encoding of ['br', 'identity'])
        for (let page = 0; page < PAGES; page++) {
          const version = await visit(page, encoding);
          if (version !== stored[page])
            old.push(`page ${page} (${encoding}): ${version} of ${stored[page]}`);
        }
      isOver = true;
      await Promise.all(visitors);
      console.log(JSON.stringify({ saves: SAVES, visits, old: old.length, late: late.length }));
      expect([old, late]).toEqual([[], []]);
    } finally {
      isOver = true;
      await queue.stop();
      await cache.stop();
      bucket.closeAllConnections();
      bucket.close();
      await rm(dir, { recursive: true, force: true });
    }
  },
);
