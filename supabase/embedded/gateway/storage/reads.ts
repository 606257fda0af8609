import { PAPERS } from '#http/picture-kind.ts';
import { parseByteRange } from '#node/byte-range.ts';
import { Busy } from '#node/fair-queue.ts';
import { infoOf, type ObjectName } from '../../files/files.ts';
import { NotAPicture } from '../../files/thumbnails.ts';
import { json } from '../call/responses.ts';
import { objectIn } from './names.ts';
import { invalid, refusal, unlessAway } from './refusals.ts';
import { type Ask, readableObject } from './rows.ts';
import { signedObject } from './signed.ts';

/** How long a shared cache may keep an answer: a profile that goes private is gone from there within a minute, too. */
const SHARED_SECONDS = 60;
const WIDEST = 2500;

/** An upload never runs as a script of this site. */
const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** What may stand before the address of an object: shown to everybody, signed, or left to policies, as without it. */
type Access = 'public' | 'sign' | 'authenticated';

function readOf(path: string): { access: Access; address: ObjectName } {
  const [, access, rest = ''] = /^(?:(public|sign|authenticated)\/)?(.+)$/s.exec(path) ?? [];
  return { access: (access ?? 'authenticated') as Access, address: objectIn(rest) };
}

/** The object that its row names, for callers who may read it, and what the row says of it. */
async function readable(ask: Ask, access: Access, address: ObjectName) {
  const { version, metadata } =
    access === 'sign'
      ? await signedObject(ask, address)
      : await readableObject(ask, address, access === 'public');
  return { file: { ...address, version }, info: infoOf(metadata) };
}

/** A file, or a part of it. */
export async function download(ask: Ask, path: string): Promise<Response> {
  const { access, address } = readOf(path);
  const { file, info } = await readable(ask, access, address);
  const { call, files } = ask;
  // Handed to people one by one, and kept by nobody in between.
  const isPaper = address.bucket === PAPERS.name;
  const headers: Record<string, string> = {
    'content-type': info.mimetype,
    'cache-control': isPaper ? 'no-store' : `private, ${info.cacheControl}`,
    etag: info.eTag,
    'last-modified': info.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    ...HARMLESS,
  };
  if (access === 'public') headers['cache-control'] = forSharedCaches(info.cacheControl);
  else headers['x-robots-tag'] = 'none';
  if (call.headers.get('if-none-match') === info.eTag)
    return new Response(null, { status: 304, headers });
  const range = parseByteRange(call.headers.get('range'), info.size);
  if (range === 'unsatisfiable') {
    headers['content-range'] = `bytes */${info.size}`;
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: info.size - 1 };
  headers['content-length'] = String(end - start + 1);
  if (range) headers['content-range'] = `bytes ${start}-${end}/${info.size}`;
  const saveAs = call.url.searchParams.get('download') ?? (isPaper ? '' : null);
  if (saveAs !== null) headers['content-disposition'] = attachment(encodeURIComponent(saveAs));
  const silent = call.method === 'HEAD' || info.size === 0;
  const body = silent ? null : await files.stream(file, start, end).catch(unlessAway);
  return new Response(body as BodyInit | null, { status: range ? 206 : 200, headers });
}

const attachment = (name: string): string =>
  name ? `attachment; filename="${name}"; filename*=UTF-8''${name}` : 'attachment';

/** As the upload asked, but a cache that many share may not keep it for long. */
function forSharedCaches(cacheControl: string): string {
  const seconds = Number(/\bmax-age=(\d+)/.exec(cacheControl)?.[1] ?? 0);
  const bounded = seconds <= SHARED_SECONDS || /\b(s-maxage|private|no-store)\b/.test(cacheControl);
  return bounded ? cacheControl : `${cacheControl}, s-maxage=${SHARED_SECONDS}`;
}

/** What the hosted service says about a file, and nothing about its owner. */
export async function info(ask: Ask, path: string): Promise<Response> {
  const row = await readableObject(ask, objectIn(path));
  const kept = row.metadata ?? {};
  return json(200, {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: kept.size ?? null,
    content_type: kept.mimetype ?? null,
    cache_control: kept.cacheControl ?? null,
    etag: kept.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: row.updated_at,
    created_at: row.created_at,
  });
}

/**
 * The hosted service's image transformations, as far as this product needs them: a copy of a given width, for
 * everybody (`public`), for callers who may read the object (`authenticated`), or by a signed address (`sign`). Height and
 * cropping are refused; format and quality are the service's choice.
 */
export async function render(ask: Ask, path: string): Promise<Response> {
  const { access, address } = readOf(path);
  const width = wantedWidth(ask.call.url.searchParams);
  const { file } = await readable(ask, access, address);
  const { bytes, eTag } = await ask.thumbnails.of(file, width).catch(withoutThumbnail);
  const headers = {
    'content-type': 'image/webp',
    'cache-control':
      access === 'public' ? 'public, max-age=300, s-maxage=60' : 'private, max-age=300',
    etag: eTag,
    ...HARMLESS,
  };
  if (ask.call.headers.get('if-none-match') === eTag)
    return new Response(null, { status: 304, headers });
  const length = { 'content-length': String(bytes.length) };
  return new Response(new Uint8Array(bytes), { headers: { ...headers, ...length } });
}

function wantedWidth(query: URLSearchParams): number {
  const width = Number(query.get('width'));
  const cropped = query.has('height') || !['contain', null].includes(query.get('resize'));
  if (!cropped && Number.isInteger(width) && width >= 1 && width <= WIDEST) return width;
  throw invalid(`A width from 1 to ${WIDEST}, and no height`);
}

function withoutThumbnail(error: unknown): never {
  if (error instanceof Busy)
    throw refusal(429, 'too_many_requests', 'Too many images are being prepared');
  if (error instanceof NotAPicture)
    throw refusal(422, 'InvalidRequest', 'The object is not an image');
  return unlessAway(error);
}
