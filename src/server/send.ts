import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Asset, bodyOf, chooseEncoding } from './asset.ts';

/**
 * Answers with an asset: 304 when the client has it, 206 for a part of a picture, the body otherwise.
 * HEAD gets the same headers without the body.
 */
export async function sendAsset(
  request: IncomingMessage,
  response: ServerResponse,
  asset: Asset,
  status: number,
  shared: Record<string, string>,
): Promise<void> {
  const encoding = chooseEncoding(asset, request.headers['accept-encoding']);
  const etag = encoding === 'identity' ? `"${asset.etag}"` : `"${asset.etag}-${encoding}"`;
  const headers: Record<string, string | number> = {
    ...shared,
    'cache-control': asset.cacheControl,
    etag,
  };
  if (asset.compressible) headers.vary = 'accept-encoding';
  else headers['accept-ranges'] = 'bytes';

  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  headers['content-type'] = asset.type;
  if (encoding !== 'identity') headers['content-encoding'] = encoding;

  const body = asset.bodies[encoding] ?? (await bodyOf(asset, encoding));
  const range =
    status === 200 && !asset.compressible ? wantedRange(request, etag, body.length) : null;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...shared, 'content-range': `bytes */${body.length}` }).end();
    return;
  }
  const part = range ? body.subarray(range.start, range.end + 1) : body;
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${body.length}`;
  headers['content-length'] = part.length;
  response.writeHead(range ? 206 : status, headers);
  response.end(request.method === 'HEAD' ? undefined : part);
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

type Range = { start: number; end: number };

/** One range only; anything more elaborate gets the whole body, as the standard allows. */
function wantedRange(
  request: IncomingMessage,
  etag: string,
  size: number,
): Range | 'unsatisfiable' | null {
  const condition = request.headers['if-range'];
  if (condition && condition !== etag) return null;
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  if (!match || (!match[1] && !match[2])) return null;
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]));
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
