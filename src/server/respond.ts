import type { IncomingMessage, ServerResponse } from 'node:http';
import { askForBody } from '#http/awaited-body.ts';

/** A short answer that nobody keeps. */
export function respond(
  response: ServerResponse,
  status: number,
  body: string | object,
  headers: Record<string, string> = {},
): void {
  const isText = typeof body === 'string';
  const text = isText ? body : JSON.stringify(body);
  response.writeHead(status, {
    'cache-control': 'no-store',
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

const BODY_WITHIN_MS = 15_000;

export class BodyTooLarge extends Error {}

/** The whole body, or a `BodyTooLarge` as soon as it exceeds the limit: no more than that is ever held. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit)
    return Promise.reject(new BodyTooLarge());
  askForBody(request);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The body did not arrive in time.')),
      BODY_WITHIN_MS,
    );
    request.on('close', () => clearTimeout(timer));
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return void reject(new BodyTooLarge());
      chunks.push(chunk);
    });
    request.on('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    });
    request.on('error', reject);
    request.on('aborted', () => reject(new Error('aborted')));
  });
}
