import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Bucket, openBucket } from '#node/bucket.ts';
import { inParallel } from '#node/concurrency.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { startS3 } from '#tests/support/s3.ts';

/** The client against a real server of the protocol; what a server says in words is in `src/node/bucket.test.ts`. */
const PAGE = { contentType: 'text/html; charset=utf-8', cacheControl: 'max-age=0' };

let bucket: Bucket;

const s3 = ofFile(() => startS3());
beforeAll(async () => {
  bucket = openBucket(s3.storage, { timeoutMs: 1000 });
});
afterEach(() => s3.faults.heal());

const keysOf = async (prefix?: string) =>
  (await Array.fromAsync(bucket.list(prefix))).map(({ key }) => key);

describe('a bucket', () => {
  it.each(['index.html', "a b+c/(año) it's 100%&=.html", '.muro/live.json', 'x~y*!@:;,$'])(
    'keeps %j as it is',
    async (key) => {
      const etag = await bucket.put(key, Buffer.from('walls'), { ...PAGE, meta: { release: '7' } });
      const head = {
        ...PAGE,
        etag,
        size: 5,
        meta: { release: '7' },
        lastModified: expect.any(Date),
      };
      expect(await bucket.get(key)).toEqual({ head, body: Buffer.from('walls') });
      expect(await bucket.head(key)).toEqual(head);
      const part = await bucket.stream(key, 1, 3);
      expect(part && (await text(part))).toBe('all');
      const whole = await bucket.stream(key);
      expect(whole && (await text(whole))).toBe('walls');
      await bucket.remove([key, key, 'never']);
      expect([await bucket.get(key), await bucket.head(key)]).toEqual([null, null]);
    },
  );

  it('replaces, and tells by the entity tag', async () => {
    const first = await bucket.put('x', Buffer.from('1'), PAGE);
    const second = await bucket.put('x', Buffer.from('22'), PAGE);
    expect(second).not.toBe(first);
    expect(await bucket.head('x')).toMatchObject({ etag: second, size: 2 });
    expect(await bucket.put('x', Buffer.from('1'), PAGE)).toBe(first);
    expect(await Array.fromAsync(bucket.list())).toEqual([
      { key: 'x', etag: first, size: 1, lastModified: expect.any(Date) },
    ]);
    await bucket.remove(['x']);
  });

  it('lists and removes more than one page of objects', async () => {
    const keys = Array.from({ length: 250 }, (_, n) => `${n % 2 ? 'many/' : 'many-'}${n}`);
    // They wait in turn: on a busy machine longer than where a fault is waited for.
    const patient = openBucket(s3.storage);
    await inParallel(keys, 8, async (key) => void (await patient.put(key, Buffer.from('x'), PAGE)));
    expect((await keysOf('many')).sort()).toEqual(keys.toSorted());
    expect(await keysOf('many/')).toHaveLength(125);
    await bucket.remove(keys);
    expect(await keysOf()).toEqual([]);
  });
});

describe('a bucket with faults', () => {
  it('is closed to strangers, unless it is the one of the pages', async () => {
    const status = async (name: string) => (await fetch(`${s3.endpoint}/${name}/x`)).status;
    expect([await status('muro-uploads'), await status('muro-site')]).toEqual([403, 404]);
    s3.faults.open();
    expect(await status('muro-uploads')).not.toBe(403);
  });
});
