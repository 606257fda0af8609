import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bucket, openBucket } from '#node/bucket.ts';
import { inParallel } from '#node/concurrency.ts';
import { type CutProxy, cutProxy } from '../cluster/cut-proxy.ts';
import { type RadosGateway, startRadosGateway, withoutRadosGateway } from '../support/radosgw.ts';

/** The client against Ceph's gateway: what the small server of the other tests has from its proxy or not at all. */
const PAGE = { contentType: 'text/html; charset=utf-8', cacheControl: 'max-age=0' };
const AT_ONCE = 8;

const missing = withoutRadosGateway();
let gateway: RadosGateway;
let network: CutProxy;
let bucket: Bucket;

describe.skipIf(missing)(missing ?? 'a bucket of Ceph', () => {
  beforeAll(async () => {
    gateway = await startRadosGateway(AT_ONCE);
    network = await cutProxy(gateway.port);
    const { accessKeyId, secretAccessKey, region, endpoint, name } = gateway.site;
    const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
    const made = await aws.fetch(`${endpoint}/${name}`, { method: 'PUT' });
    expect(made.status).toBe(200);
    // Signatures name the host, so what goes through the proxy is signed for it.
    bucket = openBucket({ ...gateway.site, endpoint: `http://127.0.0.1:${network.port}` });
  }, 240_000);
  afterAll(async () => {
    await network?.stop();
    await gateway?.stop();
  });

  const keysOf = async (prefix?: string) =>
    (await Array.fromAsync(bucket.list(prefix))).map(({ key }) => key);

  it.each(['index.html', "a b+c/(año) it's 100%&=.html", '.muro/live.json', 'x~y*!@:;,$'])(
    'keeps %j as it is',
    async (key) => {
      const body = Buffer.from('walls');
      const etag = await bucket.put(key, body, { ...PAGE, meta: { release: '7' } });
      const found = await bucket.get(key);
      expect([found?.head.etag, found?.body, found?.head.meta]).toEqual([
        etag,
        body,
        { release: '7' },
      ]);
      expect(await keysOf()).toEqual([key]);
      await bucket.remove([key, 'never']);
      expect(await bucket.head(key)).toBeNull();
    },
  );

  it('lists page after page by its tokens, and asks again when it is told to slow down', async () => {
    // More at once than the gateway takes, and more than one page of a list.
    const keys = Array.from({ length: 1100 }, (_, n) => `many/${String(n).padStart(4, '0')}`);
    let slowed = 0;
    const counting: typeof fetch = async (...asked) => {
      const answer = await fetch(...asked);
      if (answer.status === 503) slowed++;
      return answer;
    };
    const eager = openBucket(gateway.site, { fetch: counting, mostTries: 20 });
    await inParallel(keys, 3 * AT_ONCE, async (key) => {
      await eager.put(key, Buffer.from('x'), PAGE);
    });
    expect(slowed).toBeGreaterThan(0);
    expect(await keysOf('many/')).toEqual(keys);
    await bucket.remove(keys);
    expect(await keysOf()).toEqual([]);
  });

  it('never has half of a body that was cut', async () => {
    const before = Buffer.from('before');
    await bucket.put('cut', before, PAGE);
    const large = Buffer.alloc(8_000_000, 'walls');
    const put = bucket.put('cut', large, PAGE);
    setTimeout(() => network.cut({ silent: false }), 5);
    setTimeout(() => network.heal(), 300);
    const direct = openBucket(gateway.site);
    expect((await direct.get('cut'))?.body.length).toBe(before.length);
    await put;
    expect((await bucket.get('cut'))?.body.equals(large)).toBe(true);
    await bucket.remove(['cut']);
  });

  it('replaces what may be replaced, and nothing else', async () => {
    const put = (text: string, over: string | null) =>
      bucket.put('x', Buffer.from(text), PAGE, { over });
    const first = await put('1', null);
    await expect(put('2', null)).rejects.toMatchObject({ status: 412 });
    const second = await put('2', first);
    await expect(put('3', first)).rejects.toThrow('has another version by now');
    expect((await bucket.get('x'))?.head.etag).toBe(second);
    await bucket.remove(['x']);
    await expect(put('4', second)).rejects.toMatchObject({ status: expect.any(Number) });
    expect(await bucket.head('x')).toBeNull();
  });
});
