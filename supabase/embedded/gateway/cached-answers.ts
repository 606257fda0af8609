import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf } from '#http/network.ts';
import { Busy, Gone } from '#node/fair-queue.ts';
import { onBehalfOf } from './caller.ts';
import { CORS, withCors } from './cors.ts';
import { RepeatedReads } from './repeated-reads.ts';
import { busyError } from './responses.ts';

/** Answers what is known; null, or false in the end, when the request has to go the usual way. */
export type CachedAnswer = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => Promise<boolean> | null;

/**
 * Answers requests that were answered before, without what reading them again would take. What fails goes the usual way,
 * which knows how to say so.
 */
export function cachedAnswers(reads: RepeatedReads, publishableKey: string): CachedAnswer {
  return (incoming, outgoing) => {
    const key = anonymousRead(incoming, publishableKey);
    return key !== null && reads.has(key) ? answer(reads, key, incoming, outgoing) : null;
  };
}

function anonymousRead({ method, url, headers }: IncomingMessage, key: string): string | null {
  if (method !== 'GET' || !url || headers.apikey !== key) return null;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    return null;
  const { authorization } = headers;
  if (authorization !== undefined && authorization !== `Bearer ${key}`) return null;
  return RepeatedReads.keyOf(url, (name) => headers[name] as string | undefined);
}

async function answer(
  reads: RepeatedReads,
  key: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  const { url = '', headers, socket } = incoming;
  const [path = ''] = url.split('?', 1);
  const leaving = new AbortController();
  const left = () => leaving.abort();
  outgoing.once('close', left);
  const { signal } = leaving;
  const given = headers['x-client-ip'];
  const ip = networkOf((typeof given === 'string' && given) || socket.remoteAddress || 'unknown');
  try {
    const found = await onBehalfOf({ ip, method: 'GET', path, signal }, () => reads.answer(key));
    outgoing.off('close', left);
    outgoing.writeHead(200, { ...CORS, ...found.headers }).end(found.body);
    return true;
  } catch (error) {
    outgoing.off('close', left);
    if (error instanceof Gone) return true;
    if (error instanceof Busy) {
      const busy = withCors(busyError(path, error.retryAfter));
      outgoing.writeHead(busy.status, Object.fromEntries(busy.headers)).end(await busy.text());
      return true;
    }
    reads.forget(key);
    return false;
  }
}
