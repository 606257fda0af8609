/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Keys, loadKeys } from '#embedded/index.ts';
import { freePort } from '#node/free-port.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 });

const TOKEN = `token-${randomUUID()}`;
let product: RunningProduct;
let keys: Keys;
const dataDir = folderOfFile('muro-watched-');

beforeAll(async () => {
  const env = { SEED: 'demo', ACCESS_LOG: '1', LOG_FORMAT: 'json', METRICS_TOKEN: TOKEN };
  product = await startProduct({ dataDir, port: await freePort(), env });
  keys = await loadKeys(dataDir);
});
afterAll(() => product?.stop());

const events = (): Record<string, unknown>[] =>
  product
    .output()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const ask = (target: string, init: RequestInit = {}) =>
  fetch(`${product.origin}${target}`, {
    ...init,
    headers: {
      apikey: keys.secretKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...init.headers,
    },
  });

const figures = async () => {
  const answer = await ask('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
  return answer.text();
};

it('follows a request from its sender to the page that it changed', async () => {
  expect((await ask('/metrics')).status).toBe(401);
  expect(await figures()).toContain('muro_part_up{part="database"} 1');
  const [artist] = await (await ask('/rest/v1/artists?select=id,slug&limit=1')).json();
  const id = `saved-${randomUUID().slice(0, 13)}`;
  const saved = await ask(`/rest/v1/artists?id=eq.${artist.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ bio: `Paints ${id}.` }),
    headers: { 'x-request-id': id },
  });
  expect([saved.status, saved.headers.get('x-request-id')]).toEqual([200, id]);
  await expect
    .poll(events)
    .toContainEqual(expect.objectContaining({ event: 'publish.done', requests: [id] }));
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'request', request: id, method: 'PATCH', status: 200 }),
  );
  expect(await (await fetch(`${product.origin}/artist/${artist.slug}`)).text()).toContain(id);
  const text = await figures();
  expect(text).toMatch(/^muro_publish_lag_seconds_count [1-9]/m);
  expect(text).toContain('muro_http_requests_total{route="rest",status="200"}');
  expect(text).toMatch(/^muro_queue_running\{queue="sessions_callers"\} \d/m);
  expect(text).toMatch(/^muro_uploads_bytes [1-9]/m);
});
