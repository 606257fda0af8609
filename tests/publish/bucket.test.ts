import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Bucket, openBucket } from '#node/bucket.ts';
import { inParallel } from '#node/concurrency.ts';
import { type S3Server, startS3 } from '#tests/support/s3.ts';

/** The client against a real server of the protocol; what a server says in words is in `src/node/bucket.test.ts`. */
const PAGE = { contentType: 'text/html; charset=utf-8', cacheControl: 'max-age=0' };

let s3: S3Server;
let bucket: Bucket;

beforeAll(async () => {
  s3 = await startS3();
  bucket = openBucket(s3.storage, { timeoutMs: 1000 });
});
afterEach(() => s3.faults.heal());
afterAll(() => s3?.stop());

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
  it('takes what is asked again', async () => {
    s3.faults.slowDown(3);
    await bucket.put('x', Buffer.from('slow'), PAGE);
    s3.faults.loseAnswers(2);
    await bucket.put('x', Buffer.from('lost'), PAGE);
    s3.faults.loseAnswers(1);
    expect((await bucket.get('x'))?.body.toString()).toBe('lost');
    s3.faults.loseAnswers(1);
    await bucket.remove(['x']);
    expect(await bucket.head('x')).toBeNull();
  });

  it('comes back after a cut', async () => {
    s3.faults.cut();
    const put = bucket.put('x', Buffer.from('later'), PAGE);
    setTimeout(s3.faults.heal, 200);
    await put;
    s3.faults.cut();
    await expect(bucket.get('x')).rejects.toThrow(/^The bucket muro-uploads cannot be reached at /);
  });

  it('says that its key has ended, is another or has another secret', async () => {
    s3.faults.endCredential();
    await expect(bucket.get('x')).rejects.toMatchObject({
      code: 'ExpiredToken',
      message: expect.stringMatching(/^The key of the bucket muro-uploads has ended: /),
    });
    s3.faults.heal();
    const get = (other: object) => openBucket({ ...s3.storage, ...other }).get('x');
    await expect(get({ accessKeyId: 'OTHER' })).rejects.toThrow('has ended, or never was');
    await expect(get({ secretAccessKey: 'other' })).rejects.toThrow('does not fit its secret');
    await expect(get({ name: 'nobodys' })).rejects.toThrow('The bucket nobodys does not exist');
  });

  it('is closed to strangers, unless it is the one of the pages', async () => {
    const status = async (name: string) => (await fetch(`${s3.endpoint}/${name}/x`)).status;
    expect([await status('muro-uploads'), await status('muro-site')]).toEqual([403, 404]);
    s3.faults.open();
    expect(await status('muro-uploads')).not.toBe(403);
  });
});
