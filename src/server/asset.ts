import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gunzipSync, gzip } from 'node:zlib';
import { contentType } from '#publish/rendering/content-type.ts';
import { cacheControl } from '#publish/rendering/http-headers.ts';
import { byteLru } from './byte-lru.ts';

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);

const COMPRESSIBLE =
  /^(text\/|application\/(json|xml|manifest\+json|wasm)|image\/(svg\+xml|x-icon))/;

export type Encoding = 'br' | 'gzip' | 'identity';

/** A file as it is sent: compressed once, held in memory, with the headers that never change. */
export interface Asset {
  type: string;
  etag: string;
  cacheControl: string;
  compressible: boolean;
  bodies: { br?: Buffer; gzip?: Buffer; identity?: Buffer };
  /** Headers by encoding, filled in when they are first sent. */
  prepared: { [encoding in Encoding]?: Prepared };
  /** Where a page leads that only says that it has moved. */
  location?: string;
  /** What it costs in memory. */
  bytes: number;
}

/** Hashed files are compressed once for good, pages again with each change: hence the two efforts. */
const EFFORT = { immutable: 11, page: 5 } as const;

export async function loadAsset(pathname: string, file: string): Promise<Asset> {
  const plain = plainAsset(pathname, file, await readFile(file));
  return COMPRESSIBLE.test(plain.type) ? compressAsset(plain) : plain;
}

/** A file's bytes as an asset that nothing was done to yet. */
export function plainAsset(pathname: string, file: string, raw: Buffer): Asset {
  const location = movedTo(file, raw);
  return {
    ...(location && { location }),
    type: contentType(file),
    etag: createHash('sha256').update(raw).digest('base64url').slice(0, 22),
    cacheControl: cacheControl(pathname),
    compressible: false,
    bodies: { identity: raw },
    prepared: {},
    bytes: raw.length,
  };
}

/** No page with anything on it is as short. */
const REDIRECT_BYTES = 1500;

/** What `redirectPage` of the site wrote. */
function movedTo(file: string, raw: Buffer): string | undefined {
  if (raw.length > REDIRECT_BYTES || !file.endsWith('.html')) return undefined;
  return /<meta http-equiv="refresh" content="0;url=(\/[a-z0-9/-]+)">/.exec(raw.toString())?.[1];
}

/** The same asset, compressed. */
export async function compressAsset(plain: Asset): Promise<Asset> {
  const { identity } = plain.bodies;
  if (!identity) return plain;
  const effort = plain.cacheControl.includes('immutable') ? EFFORT.immutable : EFFORT.page;
  const bodies = await compressed(identity, effort);
  const bytes = Object.values(bodies).reduce((sum, body) => sum + body.length, 0);
  return { ...plain, compressible: true, bodies, prepared: {}, bytes };
}

async function compressed(raw: Buffer, quality: number) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  };
  const [br, gz] = await Promise.all([brotli(raw, { params }), gzipAsync(raw, { level: 6 })]);
  return { br: alone(br), gzip: alone(gz) };
}

/** Without the rest of the 16 KB that zlib took for it, which is most of it for a page. */
function alone(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

/** Few clients ask for plain text: what they asked for last is kept unpacked, apart from what pages take. */
const unpacked = byteLru<Asset, Buffer>(16 * 1024 * 1024);
/** Compressed. Up to here unpacking takes less than a millisecond, larger files are left to a thread. */
const UNPACKED_AT_ONCE_BYTES = 64 * 1024;

/** A body that nobody has to wait for; null for a large file that is not unpacked. */
export function heldBody(asset: Asset, encoding: Encoding): Buffer | null {
  const held = asset.bodies[encoding] ?? unpacked.get(asset);
  const { gzip: packed } = asset.bodies;
  if (held || !packed || packed.length > UNPACKED_AT_ONCE_BYTES) return held ?? null;
  return keepUnpacked(asset, gunzipSync(packed));
}

/** The plain text of a compressed file. */
export async function unpack(asset: Asset): Promise<Buffer> {
  return keepUnpacked(asset, await gunzipAsync(asset.bodies.gzip ?? Buffer.alloc(0)));
}

function keepUnpacked(asset: Asset, body: Buffer): Buffer {
  unpacked.set(asset, body, body.length);
  return body;
}

/** The best encoding that the request accepts (`br;q=0` refuses one). Browsers send a handful of different headers. */
export function chooseEncoding(asset: Asset, acceptEncoding: string | undefined): Encoding {
  if (!asset.compressible || !acceptEncoding) return 'identity';
  const known = CHOICES.get(acceptEncoding);
  if (known) return known;
  const choice = choose(acceptEncoding);
  if (CHOICES.size < KEPT_CHOICES) CHOICES.set(acceptEncoding, choice);
  return choice;
}
const CHOICES = new Map<string, Encoding>();
const KEPT_CHOICES = 1000;

function choose(acceptEncoding: string): Encoding {
  if (accepts(acceptEncoding, 'br')) return 'br';
  return accepts(acceptEncoding, 'gzip') ? 'gzip' : 'identity';
}

function accepts(header: string, coding: 'br' | 'gzip'): boolean {
  for (const part of header.split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (name !== coding && name !== '*') continue;
    return !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  }
  return false;
}

/** Headers of one encoding of an asset, made once, flat as Node takes them fastest. */
export interface Prepared {
  etag: string;
  unchanged: string[];
  whole: string[];
  /** The same as bytes, for `keptAnswer`. */
  heads?: { unchanged: () => Buffer; whole: () => Buffer };
}
