import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CdnSettings } from '#config/cdn.ts';
import { cdnStandIn } from '#tests/support/cdn.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { protocolOf } from './protocol.ts';
import { PurgeQueue } from './purge-queue.ts';
import { send } from './send.ts';

const ORIGIN = 'https://muro.example';
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const PAGE = `${ORIGIN}/artist/i%C3%B1igo`;

let dataDir = '';
let there: Awaited<ReturnType<typeof cdnStandIn>>;
let cdn: PurgeQueue | undefined;

beforeEach(async () => {
  dataDir = await folderOfTest('muro-cdn-');
  there = await cdnStandIn();
});
afterEach(async () => {
  await cdn?.stop();
  there.close();
});

/** Everything is as it should be. */
const TAG = '0'.repeat(32);
const looked: string[] = [];
const seen = async (url: string) => {
  looked.push(url);
  return { status: 200, headers: { etag: `"${TAG}"` }, body: '' };
};

/** Collects no longer than it has to, and purges nothing twice. */
async function open(settings: CdnSettings): Promise<PurgeQueue> {
  cdn = new PurgeQueue({
    protocol: protocolOf(settings, ORIGIN),
    times: { collectMs: 1, retry: { firstMs: 1, mostMs: 4 }, owedMs: 5 },
    checkTimes: { retry: { firstMs: 1, mostMs: 4 }, onceMoreMs: 1, mostTries: 3 },
    often: async () => [],
    shown: async () => ({ tag: TAG }),
    file: path.join(dataDir, 'purges.jsonl'),
    log: () => {},
    send: (call, signal) => {
      const asked = settings.kind === 'purge' ? send : there.send;
      return call.method === 'HEAD' ? seen(call.url) : asked(call, signal);
    },
  });
  return cdn;
}

describe('a CDN is asked as its documents say', () => {
  it('Cloudflare, in calls of at most a hundred addresses', async () => {
    const one = await open({ kind: 'cloudflare', zone: '023e105f', token: 'tok' });
    const urls = Array.from({ length: 130 }, (_, n) => `${ORIGIN}/artist/a${n}`);
    one.purge(urls);
    await one.settled();
    one.purgeAll();
    await one.settled();
    for (const { method, host, path: at, headers } of there.calls)
      expect([method, host, at, headers.authorization, headers['content-type']]).toEqual([
        'POST',
        'api.cloudflare.com',
        '/client/v4/zones/023e105f/purge_cache',
        'Bearer tok',
        'application/json',
      ]);
    expect(there.calls.map(({ body }) => JSON.parse(body))).toEqual([
      { files: urls.slice(0, 100) },
      { files: urls.slice(100) },
      { purge_everything: true },
    ]);
  });

  it('and looked at as visitors see it', async () => {
    looked.length = 0;
    for (const settings of [
      { kind: 'cloudflare', zone: '023e105f', token: 'tok' },
      { kind: 'purge', url: there.url },
    ] as const) {
      const one = await open(settings);
      one.purge([PAGE]);
      await one.settled();
      await one.stop();
    }
    expect([...new Set(looked)]).toEqual([PAGE, `${there.url}/artist/i%C3%B1igo`]);
  });

  it('a webhook, signed as ours are', async () => {
    const one = await open({ kind: 'webhook', url: 'https://hooks.example/muro', secret: SECRET });
    one.purge([PAGE]);
    await one.settled();
    one.purgeAll();
    await one.settled();
    const bodies = there.calls.map(({ body, headers }) =>
      new Webhook(SECRET).verify(body, headers as Record<string, string>),
    );
    expect(bodies).toEqual([{ urls: [PAGE] }, { all: true }]);
    expect(there.calls.map(({ host, path: at }) => host + at)).toEqual([
      'hooks.example/muro',
      'hooks.example/muro',
    ]);
  });

  it('a cache of one’s own, by the name of the site', async () => {
    const one = await open({ kind: 'purge', url: there.url });
    there.reply = ({ path: at }) => ({ status: at === '/gone' ? 404 : 200 });
    one.purge([`${ORIGIN}/`, `${ORIGIN}/gone`]);
    await one.settled();
    one.purgeAll();
    await one.settled();
    expect(there.calls.map(({ method, headers, path: at }) => [method, headers.host, at])).toEqual([
      ['PURGE', 'muro.example', '/'],
      ['PURGE', 'muro.example', '/gone'],
      ['PURGE', 'muro.example', '/*'],
    ]);
    expect(one.waiting).toBe(0);
  });
});
