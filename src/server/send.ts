import type { IncomingMessage, ServerResponse } from 'node:http';
import { REQUEST_ID } from '#http/request-id.ts';
import { parseByteRange } from '#node/byte-range.ts';
import {
  type Asset,
  chooseEncoding,
  type Encoding,
  heldBody,
  type Prepared,
  unpack,
} from './asset.ts';
import { datedHead } from './dated-head.ts';
import type { PlainRequest } from './plain-request.ts';
import type { KeptAnswer } from './quick-answers.ts';

/**
 * Answers with an asset: 304 when the client has it, 206 for a part of a picture, the body otherwise.
 * HEAD gets the same headers without the body. The usual case, a page from memory, waits for nothing.
 * @param kept whether a CDN keeps the answer until it is purged.
 */
export function sendAsset(
  request: IncomingMessage,
  response: ServerResponse,
  asset: Asset,
  status: number,
  shared: Record<string, string>,
  kept = false,
): void | Promise<void> {
  const encoding = chooseEncoding(asset, request.headers['accept-encoding']);
  const prepared = forCaches(prepare(asset, encoding, shared), asset, kept);
  const wanted = request.headers['if-none-match'];
  if (wanted !== undefined && status === 200 && matches(wanted, prepared.etag)) {
    response.writeHead(304, prepared.unchanged).end();
    return;
  }
  const send = (body: Buffer) => sendBody(request, response, asset, status, prepared, body, shared);
  const held = heldBody(asset, encoding);
  return held ? send(held) : unpack(asset).then(send);
}

/** The same answer as bytes that are kept; null where the client has to wait for the body. */
export function keptAnswer(
  { acceptEncoding, ifNoneMatch, requestId }: PlainRequest,
  asset: Asset,
  shared: Record<string, string>,
  kept: boolean,
): KeptAnswer | null {
  const encoding = chooseEncoding(asset, acceptEncoding);
  const body = heldBody(asset, encoding);
  if (!body) return null;
  const prepared = prepare(asset, encoding, shared);
  prepared.heads ??= headsOf(forCaches(prepared, asset, kept), body);
  const { heads, etag } = prepared;
  return ifNoneMatch !== undefined && matches(ifNoneMatch, etag)
    ? { head: named(heads.unchanged(), requestId), body: null }
    : { head: named(heads.whole(), requestId), body };
}

const headsOf = ({ unchanged, whole }: Prepared, body: Buffer): NonNullable<Prepared['heads']> => ({
  unchanged: datedHead(304, unchanged),
  whole: datedHead(200, [...whole, 'content-length', String(body.length)]),
});

/** The head of an answer to a request that a proxy has given an id. */
function named(head: Buffer, requestId: string | undefined): Buffer {
  if (requestId === undefined) return head;
  return Buffer.concat([head.subarray(0, -2), Buffer.from(`${REQUEST_ID}: ${requestId}\r\n\r\n`)]);
}

function prepare(asset: Asset, encoding: Encoding, shared: Record<string, string>): Prepared {
  const known = asset.prepared[encoding];
  if (known) return known;
  const etag = encoding === 'identity' ? `"${asset.etag}"` : `"${asset.etag}-${encoding}"`;
  const unchanged = [
    ...Object.entries(shared).flat(),
    ...['cache-control', asset.lifetime.cache, 'etag', etag],
    ...(asset.compressible ? ['vary', 'accept-encoding'] : ['accept-ranges', 'bytes']),
  ];
  const whole = [...unchanged, 'content-type', asset.type];
  if (encoding !== 'identity') whole.push('content-encoding', encoding);
  const prepared: Prepared = { etag, unchanged, whole };
  asset.prepared[encoding] = prepared;
  return prepared;
}

function forCaches(prepared: Prepared, { lifetime }: Asset, kept: boolean): Prepared {
  if (!kept || !lifetime.cdn) return prepared;
  const more = ['cdn-cache-control', lifetime.cdn];
  const { unchanged, whole } = prepared;
  return { ...prepared, unchanged: [...unchanged, ...more], whole: [...whole, ...more] };
}

function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  asset: Asset,
  status: number,
  { etag, whole }: Prepared,
  body: Buffer,
  shared: Record<string, string>,
): void {
  const asked = status === 200 && !asset.compressible ? request.headers.range : undefined;
  const condition = request.headers['if-range'];
  const range = !condition || condition === etag ? parseByteRange(asked, body.length) : null;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...shared, 'content-range': `bytes */${body.length}` }).end();
    return;
  }
  const part = range ? body.subarray(range.start, range.end + 1) : body;
  const headers = [...whole, 'content-length', String(part.length)];
  if (range) headers.push('content-range', `bytes ${range.start}-${range.end}/${body.length}`);
  response.writeHead(range ? 206 : status, headers);
  response.end(request.method === 'HEAD' ? undefined : part);
}

function matches(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
