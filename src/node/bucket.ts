import type { ReadableStream } from 'node:stream/web';
import { bucketRefusal } from './bucket-error.ts';
import { bareTag, readListPage, type StoredObject } from './bucket-list.ts';
import {
  type Abortable,
  type BucketOptions,
  type BucketSettings,
  openBucketRequests,
} from './bucket-requests.ts';
import { inParallel } from './concurrency.ts';

export interface PutHeaders {
  contentType: string;
  cacheControl: string;
  /** Short texts in ASCII, by names in lower case. */
  meta?: Record<string, string>;
}

export interface ObjectHead extends Required<PutHeaders> {
  /** Without quotes. */
  etag: string;
  size: number;
  lastModified: Date;
}

/** Objects by their keys. Everything here may be done twice, so whatever got no answer is asked again. */
export interface Bucket {
  readonly name: string;
  get(key: string, options?: Abortable): Promise<{ head: ObjectHead; body: Buffer } | null>;
  /** The bytes from `start` to `end`, both included. */
  stream(key: string, start?: number, end?: number): Promise<ReadableStream<Uint8Array> | null>;
  head(key: string, options?: Abortable): Promise<ObjectHead | null>;
  /** Gives the entity tag of what is stored. */
  put(key: string, body: Uint8Array, headers: PutHeaders, options?: Abortable): Promise<string>;
  remove(keys: readonly string[], options?: Abortable): Promise<void>;
  /** Every object whose key begins so, in the order of the keys. */
  list(prefix?: string, options?: Abortable): AsyncGenerator<StoredObject>;
}

const REMOVED_AT_ONCE = 8;
const META = 'x-amz-meta-';

/** Opens a bucket of S3 or of what speaks its protocol, by path-style addresses. Asks nothing yet. */
export function openBucket(settings: BucketSettings, options: BucketOptions = {}): Bucket {
  const { name } = settings;
  const ask = openBucketRequests(settings, options);
  return {
    name,
    async get(key, { signal } = {}) {
      const answer = await ask({ method: 'GET', key, signal });
      return answer && { head: headOf(answer.headers), body: answer.body };
    },
    async stream(key, start = 0, end) {
      const range: Record<string, string> =
        start || end !== undefined ? { range: `bytes=${start}-${end ?? ''}` } : {};
      return (await ask({ method: 'GET', key, headers: range, streamed: true }))?.stream ?? null;
    },
    async head(key, { signal } = {}) {
      const answer = await ask({ method: 'HEAD', key, signal });
      return answer && headOf(answer.headers);
    },
    async put(key, body, { contentType, cacheControl, meta = {} }, { signal } = {}) {
      const headers: Record<string, string> = {
        'content-type': contentType,
        'cache-control': cacheControl,
      };
      for (const [field, text] of Object.entries(meta)) headers[META + field] = text;
      const answer = await ask({ method: 'PUT', key, headers, body, signal });
      if (!answer) throw bucketRefusal(name, 404, '');
      return bareTag(answer.headers.get('etag'));
    },
    async remove(keys, { signal } = {}) {
      await inParallel(keys, REMOVED_AT_ONCE, async (key) => {
        await ask({ method: 'DELETE', key, signal });
      });
    },
    async *list(prefix = '', { signal } = {}) {
      for (let next: string | undefined = ''; next !== undefined; ) {
        const query = { 'list-type': '2', 'encoding-type': 'url', prefix };
        const asked: Record<string, string> = next
          ? { ...query, 'continuation-token': next }
          : query;
        const page = readListPage(
          String((await ask({ method: 'GET', query: asked, signal }))?.body),
        );
        yield* page.objects;
        next = page.next;
      }
    },
  };
}

function headOf(headers: Headers): ObjectHead {
  const meta = [...headers].filter(([field]) => field.startsWith(META));
  return {
    etag: bareTag(headers.get('etag')),
    size: Number(headers.get('content-length') ?? 0),
    lastModified: new Date(headers.get('last-modified') ?? 0),
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    cacheControl: headers.get('cache-control') ?? '',
    meta: Object.fromEntries(meta.map(([field, text]) => [field.slice(META.length), text])),
  };
}
