import { createHash } from 'node:crypto';
import type { Bucket, PutHeaders } from '#node/bucket.ts';

export interface ObjectInfo {
  cacheControl: string;
  size: number;
  mimetype: string;
  lastModified: Date;
  eTag: string;
}

/** An object of storage, with the version that its row names. */
export interface ObjectName {
  bucket: string;
  name: string;
  version?: string | null;
}

/** Below which folder of the uploads those on the disk are. */
export const ON_DISK = 'objects';

/** Where the bytes of a version are, in a bucket or on the disk. */
export const keyOf = ({ bucket, name, version }: ObjectName): string =>
  `${bucket}/${name}/${version ?? 'none'}`;

/** Whose version a key names; null for a key that is none of ours. */
export function objectAt(key: string): Pick<ObjectName, 'bucket' | 'name'> | null {
  const [, bucket, name] = /^([^/]+)\/(.+)\/[^/]+$/s.exec(key) ?? [];
  return bucket && name ? { bucket, name } : null;
}

/** What keeps bytes by their keys: a bucket, or the disk. */
export interface Blobs extends Pick<Bucket, 'stream' | 'remove'> {
  get(key: string): Promise<{ body: Buffer } | null>;
  head(key: string): Promise<object | null>;
  put(key: string, body: Uint8Array, headers: PutHeaders): Promise<unknown>;
  list(): AsyncIterable<Stored>;
  /** Whether there is room for so many bytes, and some to spare; unset, there always is. */
  hasRoomFor?(bytes: number): Promise<boolean>;
}

/** Bytes that are kept, as a list names them. */
export interface Stored {
  key: string;
  lastModified: Date;
}

/** What a new file will be said to be, by its headers and by the `metadata` of its row. */
export function describe(bytes: Uint8Array, mimetype: string, cacheControl: string): ObjectInfo {
  const eTag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  return { cacheControl, size: bytes.length, mimetype, lastModified: new Date(), eTag };
}

/** The `metadata` of a row in `storage.objects`, as hosted storage writes it. */
export function rowMetadata(info: ObjectInfo): object {
  return { ...info, contentLength: info.size, httpStatusCode: 200 };
}

/** What that says of its file; of a row that was written in SQL it may say nothing. */
export function infoOf(metadata: Record<string, unknown> | null): ObjectInfo {
  const { cacheControl, size, mimetype, lastModified, eTag } = metadata ?? {};
  return {
    cacheControl: String(cacheControl ?? 'max-age=3600'),
    size: Number(size ?? 0),
    mimetype: String(mimetype ?? 'application/octet-stream'),
    lastModified: new Date(String(lastModified ?? 0)),
    eTag: String(eTag ?? '""'),
  };
}
