import { createHash } from 'node:crypto';
import type { Bucket, PutHeaders } from '#node/bucket.ts';
import { bucketRefusal } from '#node/bucket-error.ts';

/** A bucket in memory, which can be away. */
export function memoryBucket() {
  const objects = new Map<string, { body: Buffer; headers: PutHeaders }>();
  /** What was done, as in `put index.html`. */
  const done: string[] = [];
  const state = { away: false };
  const reach = () => {
    if (state.away) throw new Error('the bucket is away');
  };
  const etagOf = (body: Uint8Array) => createHash('md5').update(body).digest('hex');
  const headOf = ({ body, headers }: { body: Buffer; headers: PutHeaders }) => ({
    meta: {},
    ...headers,
    etag: etagOf(body),
    size: body.length,
    lastModified: new Date(0),
  });
  const bucket: Bucket = {
    name: 'memory',
    get: async (key) => {
      reach();
      const object = objects.get(key);
      return object ? { head: headOf(object), body: object.body } : null;
    },
    stream: async () => null,
    head: async (key) => {
      reach();
      const object = objects.get(key);
      return object ? headOf(object) : null;
    },
    put: async (key, body, headers, { over } = {}) => {
      reach();
      const there = objects.get(key);
      if (over !== undefined && over !== (there ? etagOf(there.body) : null))
        throw bucketRefusal('memory', 412, '<Code>PreconditionFailed</Code>');
      done.push(`put ${key}`);
      objects.set(key, { body: Buffer.from(body), headers });
      return etagOf(body);
    },
    remove: async (keys) => {
      reach();
      for (const key of keys) {
        done.push(`remove ${key}`);
        objects.delete(key);
      }
    },
    list: async function* (prefix = '') {
      reach();
      for (const [key, object] of [...objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (!key.startsWith(prefix)) continue;
        const { etag, size, lastModified } = headOf(object);
        yield { key, etag, size, lastModified };
      }
    },
  };
  return { bucket, objects, done, state, text: (key: string) => objects.get(key)?.body.toString() };
}
