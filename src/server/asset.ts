import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { brotli, gzipped } from '#publish/rendering/compressed.ts';
import { digest } from '#publish/store/site-keys.ts';
import { contentType, isPacked, type Lifetime, lifetimeOf, movedTo } from '#site/served.ts';
import { byteLru } from './byte-lru.ts';

const gunzipAsync = promisify(gunzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A file as it is sent: compressed once, held in memory, with the headers that never change. */
export interface Asset {
  type: string;
  etag: string;
  lifetime: Lifetime;
  compressible: boolean;
  bodies: { br?: Buffer; gzip?: Buffer; identity?: Buffer };
  /** Headers by encoding, filled in when they are first sent. */
  prepared: { [encoding in Encoding]?: Prepared };
  /** Where a page leads that only says that it has moved. */
  location?: string;
  /** What it costs in memory. */
  bytes: number;
}

export async function loadAsset(pathname: string, file: string): Promise<Asset> {
  const plain = plainAsset(pathname, file, await readFile(file));
  return isPacked(file) ? compressAsset(plain) : plain;
}

/** A file's bytes as an asset that nothing was done to yet. */
export function plainAsset(pathname: string, file: string, raw: Buffer): Asset {
  const location = movedTo(file, raw);
  return {
    ...(location && { location }),
    type: contentType(file),
    etag: digest(raw),
    lifetime: lifetimeOf(pathname),
    compressible: false,
    bodies: { identity: raw },
    prepared: {},
    bytes: raw.length,
  };
}

/** The same asset, compressed. */
export async function compressAsset(plain: Asset): Promise<Asset> {
  const { identity } = plain.bodies;
  if (!identity) return plain;
  const [br, gzip] = await Promise.all([
    brotli(identity, plain.lifetime.immutable),
    gzipped(identity),
  ]);
  const bodies = { br, gzip };
  const bytes = Object.values(bodies).reduce((sum, body) => sum + body.length, 0);
  return { ...plain, compressible: true, bodies, prepared: {}, bytes };
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
