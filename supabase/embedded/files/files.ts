import { createHash } from 'node:crypto';
import type { ReadableStream } from 'node:stream/web';
import type { Queryable } from '../base/options.ts';

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

/** What tells one object from the one that was at its address before. */
export type Stamp = Pick<ObjectInfo, 'eTag' | 'lastModified'>;

/** Uploaded objects. Whether one counts, its row in `storage.objects` decides. */
export interface FileStore {
  /** Whether each version of an object has bytes of its own, so that a row never names those of another version. */
  readonly keepsVersions: boolean;
  /** One change of a file at a time, by its address: the later one must find what the earlier one left. */
  readonly inTurn: <T>(address: string, work: () => Promise<T>) => Promise<T>;
  /** Whether there is room for so many bytes, and some to spare. */
  hasRoomFor(bytes: number): Promise<boolean>;
  headObject(file: ObjectName): Promise<ObjectInfo>;
  put(file: ObjectName, bytes: Uint8Array, info: ObjectInfo): Promise<void>;
  /** The bytes from `start` to `end`, both included, to the end also when the object is removed meanwhile. */
  stream(file: ObjectName, start?: number, end?: number): Promise<ReadableStream<Uint8Array>>;
  readObject(file: ObjectName): Promise<Buffer>;
  /** Removes an object whose row is gone; where versions are not kept apart, if it was last written before `before`. */
  forget(file: ObjectName, before: Date): void;
  stampOf(file: ObjectName): Promise<Stamp>;
  /** Where a thumbnail of this object is on this machine, or would be. */
  thumbnailPath(file: ObjectName, thumbnail: string): string;
  /** Keeps a thumbnail, unless its object was erased or replaced since `stamp`. */
  keepThumbnail(path: string, bytes: Uint8Array, file: ObjectName, stamp: Stamp): Promise<void>;
  /** Removes objects that no row names. */
  sweep(db: Queryable): Promise<void>;
  /** Removes what else an end without notice has left; before anything is written. */
  removeOrphans(): Promise<void>;
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
