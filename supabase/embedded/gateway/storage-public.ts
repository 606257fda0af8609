import { parseByteRange } from '#node/byte-range.ts';
import type { Call, Services } from './call.ts';
import { objectAddress, objectMissing, refusePublic } from './storage-access.ts';

/** What a shared cache may keep an answer for: whoever goes private is gone from there within a minute, too. */
const SHARED_SECONDS = 60;

/** As the upload asked, but a cache that many share may not keep it for long. */
export function forSharedCaches(cacheControl: string): string {
  const seconds = Number(/\bmax-age=(\d+)/.exec(cacheControl)?.[1] ?? 0);
  const bounded = /\b(s-maxage|private|no-store)\b/.test(cacheControl);
  return seconds > SHARED_SECONDS && !bounded
    ? `${cacheControl}, s-maxage=${SHARED_SECONDS}`
    : cacheControl;
}

/**
 * A public object, straight from disk with validators and ranges. @supabase/lite ignores those and runs an UPDATE for
 * each download.
 */
export async function publicObject(call: Call, rest: string, services: Services) {
  const { files } = services;
  const address = objectAddress(rest);
  if (!address) return objectMissing();
  const refusal = await refusePublic(services, address);
  if (refusal) return refusal;
  const { bucket, name } = address;
  const info = await files.headObject(bucket, name).catch(() => null);
  if (!info) return objectMissing();

  const headers: Record<string, string> = {
    'content-type': info.mimetype,
    'cache-control': forSharedCaches(info.cacheControl),
    etag: info.eTag,
    'last-modified': info.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  if (call.headers.get('if-none-match') === info.eTag)
    return new Response(null, { status: 304, headers });
  const range = parseByteRange(call.headers.get('range'), info.size);
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${info.size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: info.size - 1 };
  headers['content-length'] = String(end - start + 1);
  if (range) headers['content-range'] = `bytes ${start}-${end}/${info.size}`;
  const body =
    call.method === 'HEAD' || info.size === 0 ? null : await files.stream(bucket, name, start, end);
  const status = range ? 206 : 200;
  return withDisposition(call, new Response(body as BodyInit | null, { status, headers }));
}

/** `?download` names the file that a browser keeps. */
export function withDisposition(call: Call, response: Response): Response {
  const name = call.url.searchParams.get('download');
  if (name === null || !response.ok) return response;
  const encoded = encodeURIComponent(name);
  const headers = new Headers(response.headers);
  headers.set(
    'content-disposition',
    name === '' ? 'attachment' : `attachment; filename="${encoded}"; filename*=UTF-8''${encoded}`,
  );
  return new Response(response.body, { status: response.status, headers });
}
