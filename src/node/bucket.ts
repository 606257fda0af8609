import { createHash } from 'node:crypto';
import type { ReadableStream } from 'node:stream/web';
import { BucketError, bucketRefusal } from './bucket-error.ts';
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
  contentEncoding?: 'br';
  /** Short texts in ASCII, by names in lower case. */
  meta?: Record<string, string>;
}

export interface ObjectHead extends Required<Omit<PutHeaders, 'contentEncoding'>> {
  /** Without quotes. */
  etag: string;
  size: number;
  lastModified: Date;
}

export interface PutOptions extends Abortable {
  /** The entity tag of what it may replace; null where nothing may be there. Anything else is not replaced: it throws. */
  over?: string | null;
}

/** Objects by their keys. Everything here may be done twice, so whatever got no answer is asked again. */
export interface Bucket {
  readonly name: string;
  get(key: string, options?: Abortable): Promise<{ head: ObjectHead; body: Buffer } | null>;
  /** The bytes from `start` to `end`, both included. */
  stream(key: string, start?: number, end?: number): Promise<ReadableStream<Uint8Array> | null>;
  head(key: string, options?: Abortable): Promise<ObjectHead | null>;
  /** Gives the entity tag of what is stored. */
  put(key: string, body: Uint8Array, headers: PutHeaders, options?: PutOptions): Promise<string>;
  remove(keys: readonly string[], options?: Abortable): Promise<void>;
  /** Every object whose key begins so, in the order of the keys. */
  list(prefix?: string, options?: Abortable): AsyncGenerator<StoredObject>;
}

const REMOVED_AT_ONCE = 8;
const META = 'x-amz-meta-';
/** What servers say of a condition: it is not met, nothing is there, it is in the way of another, or not known. */
const UNMET = [404, 409, 412, 501];

/** Opens a bucket of S3 or of what speaks its protocol, by path-style addresses. Asks nothing yet. */
export function openBucket(settings: BucketSettings, options: BucketOptions = {}): Bucket {
  const { name } = settings;
  const ask = openBucketRequests(settings, options);
  const head = async (key: string, signal: AbortSignal | undefined) => {
    const answer = await ask({ method: 'HEAD', key, signal });
    return answer && headOf(answer.headers);
  };
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
    head: (key, { signal } = {}) => head(key, signal),
    async put(key, body, headersOfIt, { signal, over } = {}) {
      const { contentType, cacheControl, contentEncoding, meta = {} } = headersOfIt;
      const headers: Record<string, string> = {
        'content-type': contentType,
        'cache-control': cacheControl,
        ...(contentEncoding && { 'content-encoding': contentEncoding }),
      };
      for (const [field, text] of Object.entries(meta)) headers[META + field] = text;
      const put = async (condition: Record<string, string>) => {
        const sent = { method: 'PUT', key, headers: { ...headers, ...condition }, body, signal };
        const answer = await ask(sent);
        if (!answer) throw bucketRefusal(name, 404, '');
        return bareTag(answer.headers.get('etag'));
      };
      if (over === undefined) return put({});
      // Without quotes: S3 takes both, Ceph only this.
      return put(over === null ? { 'if-none-match': '*' } : { 'if-match': over }).catch(
        async (error) => {
          if (!(error instanceof BucketError && UNMET.includes(error.status))) throw error;
          const now = (await head(key, signal))?.etag ?? null;
          // Of an earlier try, whose answer was lost.
          if (now === md5(body)) return now;
          // It is met, and the server does not know such conditions.
          if (now === over) return put({});
          throw error;
        },
      );
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

const md5 = (body: Uint8Array) => createHash('md5').update(body).digest('hex');

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
