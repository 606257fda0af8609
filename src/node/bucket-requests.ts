import { createHash } from 'node:crypto';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { backoff } from './backoff.ts';
import { BucketError, bucketRefusal, lostAnswer } from './bucket-error.ts';

export interface BucketSettings {
  name: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

export interface Abortable {
  signal?: AbortSignal | undefined;
}

export interface BucketOptions {
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

/** Gives what sends signed requests to a bucket, again after each fault that may pass; null where the object is not there. */
export function openBucketRequests(
  settings: BucketSettings,
  { timeoutMs = 4000, mostTries = 5, fetch = globalThis.fetch }: BucketOptions,
): (asked: Ask) => Promise<Answer | null> {
  const { name, endpoint } = settings;
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(name)}`;

  async function tryOnce(asked: Ask): Promise<Answer | null> {
    const { method, key, query, headers = {}, body, streamed, signal } = asked;
    const signed = await new AwsV4Signer({
      ...settings,
      service: 's3',
      method,
      url:
        base + (key === undefined ? '' : `/${pathOf(key)}`) + (query ? `?${queryOf(query)}` : ''),
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
      const refusal = bucketRefusal(name, answer.status, bytes.toString());
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

  return async (asked) => {
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
  };
}

function sha256(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('hex');
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** With %20 for a space: not every server reads a plus as one. */
const queryOf = (query: Record<string, string>): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&');

/** Each part of a key as S3 wants it in a path. */
function pathOf(key: string): string {
  const parts = key.split('/');
  // An address cannot name these: they would lead to another key, or to another bucket.
  if (key === '' || parts.some((part) => part === '.' || part === '..'))
    throw new Error(`A bucket cannot hold the key '${key}'.`);
  return parts.map(encode).join('/');
}
