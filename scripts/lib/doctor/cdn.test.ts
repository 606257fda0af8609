import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Environment } from '#config/process/environment.ts';
import { cdnStandIn } from '#tests/support/cdn.ts';
import { cdnFindings } from './cdn.ts';

let there: Awaited<ReturnType<typeof cdnStandIn>>;
let said: Record<string, string> = {};
const site = createServer((_, response) => response.writeHead(200, said).end('home'));
let origin = '';

beforeAll(async () => {
  there = await cdnStandIn();
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => {
  there.close();
  site.closeAllConnections();
  site.close();
});

const NO_BUCKETS = { site: null, storage: null };
const look = (served: boolean, buckets: Environment['buckets'] = NO_BUCKETS) =>
  cdnFindings(
    { cdn: { kind: 'cloudflare', zone: 'abc', token: 'a-secret' }, origin, buckets },
    served,
    there.send,
  );

it('says nothing of a CDN that is not there', async () => {
  expect(await cdnFindings({ cdn: null, origin, buckets: NO_BUCKETS }, true)).toEqual([]);
});

it('purges an address that nobody needs, and looks at a page', async () => {
  said = { 'cdn-cache-control': 'max-age=31536000' };
  expect((await look(true)).map(({ status }) => status)).toEqual(['ok', 'ok']);
  expect(JSON.parse(there.calls.at(-1)?.body ?? '')).toEqual({ files: [`${origin}/doctor`] });
  expect(await look(false)).toHaveLength(1);
  const site = { name: 'pages', endpoint: '', region: '', accessKeyId: '', secretAccessKey: '' };
  expect(await look(true, { site, storage: null })).toHaveLength(1);
});

it('names what is wrong, and shows no secret', async () => {
  said = {};
  there.reply = () => ({ status: 403, body: '{"errors":[{"message":"Authentication error"}]}' });
  const [purges, page] = await look(true);
  expect(purges).toMatchObject({ check: 'cdn', status: 'fail' });
  expect(purges?.text).toContain('403');
  expect(purges?.text).toContain('Authentication error');
  expect(purges?.text).not.toContain('a-secret');
  expect(page).toMatchObject({ status: 'warn' });
});
