import { createHash } from 'node:crypto';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { backoff } from './backoff.ts';
import { BucketError, lostAnswer, refusalOf } from './bucket-error.ts';
import { bareTag, readListPage, type StoredObject } from './bucket-list.ts';
import { inParallel } from './concurrency.ts';

export { BucketError, type StoredObject };

export interface BucketSettings {
  name: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

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

interface Abortable {
  signal?: AbortSignal | undefined;
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

interface BucketOptions {
  /** For an answer; large bodies get more. */
  timeoutMs?: number;
  mostTries?: number;
  fetch?: typeof globalThis.fetch;
}

interface Ask extends Abortable {
  method: string;
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Ends a request that takes too long; `streamed` bodies are left to who reads them. */
  streamed?: boolean;
}

interface Answer {
  headers: Headers;
  body: Buffer;
  stream: ReadableStream<Uint8Array> | null;
}

const RETRY = { firstMs: 100, mostMs: 2000 };
/** The slowest line that is waited for, in bytes a millisecond. */
const SLOWEST = 256;
const REMOVED_AT_ONCE = 8;
const META = 'x-amz-meta-';

/** Opens a bucket of S3 or of what speaks its protocol, by path-style addresses. Asks nothing yet. */
export function openBucket(settings: BucketSettings, options: BucketOptions = {}): Bucket {
  const { timeoutMs = 4000, mostTries = 5, fetch = globalThis.fetch } = options;
  const { name, endpoint } = settings;
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(name)}`;

  /** One try: null where the object is not there. */
  async function tryOnce(asked: Ask): Promise<Answer | null> {
    const { method, key, query, headers = {}, body, streamed, signal } = asked;
    const signed = await new AwsV4Signer({
      ...settings,
      service: 's3',
      method,
      url:
        base +
        (key === undefined ? '' : `/${pathOf(key)}`) +
        (query ? `?${new URLSearchParams(query)}` : ''),
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? '') },
    }).sign();
    // Servers in front of buckets change it, so it is not signed.
    signed.headers.set('accept-encoding', 'identity');
    const late = new AbortController();
    const end = () =>
      late.abort(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' }));
    let timer = setTimeout(end, timeoutMs + (body?.length ?? 0) / SLOWEST);
    try {
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        body: (body as Uint8Array<ArrayBuffer> | undefined) ?? null,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      });
      clearTimeout(timer);
      if (streamed && answer.ok)
        return {
          headers: answer.headers,
          body: Buffer.alloc(0),
          stream: answer.body as ReadableStream<Uint8Array>,
        };
      const size = Number(answer.headers.get('content-length') ?? 0);
      timer = setTimeout(end, timeoutMs + size / SLOWEST);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) return { headers: answer.headers, body: bytes, stream: null };
      const refusal = refusalOf(name, answer.status, bytes.toString());
      if (answer.status === 404 && key !== undefined && refusal.code !== 'NoSuchBucket')
        return null;
      throw refusal;
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof BucketError
        ? error
        : lostAnswer(name, endpoint, late.signal.reason ?? error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function ask(asked: Ask): Promise<Answer | null> {
    for (let tries = 1; ; tries++) {
      asked.signal?.throwIfAborted();
      try {
        return await tryOnce(asked);
      } catch (error) {
        if (tries >= mostTries || !(error instanceof BucketError && error.isPassing)) throw error;
        // Not all at the same moment: they have been slowed down together.
        const waitMs = backoff(tries, RETRY) * (0.5 + Math.random() / 2);
        await pause(waitMs, undefined, { signal: asked.signal }).catch(() => {});
      }
    }
  }

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
      if (!answer) throw refusalOf(name, 404, '');
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

function sha256(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Each part of a key as S3 wants it in a path. */
function pathOf(key: string): string {
  const parts = key.split('/');
  // An address cannot name these: they would lead to another key, or to another bucket.
  if (key === '' || parts.some((part) => part === '.' || part === '..'))
    throw new Error(`A bucket cannot hold the key '${key}'.`);
  return parts
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
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
