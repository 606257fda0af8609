import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import { sentence } from '#node/errors.ts';
import { listFiles, writeAtomic } from '#node/files.ts';
import type { Log } from '#node/log.ts';
import type { Queryable } from '../base/options.ts';
import { placeIn, removeFrom } from './disk.ts';
import {
  type Blobs,
  keyOf,
  type ObjectInfo,
  type ObjectName,
  objectAt,
  type Stored,
} from './files.ts';

/** Longer than any upload is under way between its bytes and its row. */
const YOUNG_MS = 3_600_000;
/** Of S3, and here the name of the bucket and of the version belong to it. */
const LONGEST_KEY_BYTES = 1024;
/** Of a list that is compared with the rows at once. */
const BATCH = 1000;

const NAMED = `select o.bucket_id as bucket, o.name, o.version
  from unnest($1::text[], $2::text[]) f (bucket, name)
  join storage.objects o on o.bucket_id = f.bucket and o.name = f.name`;

/**
 * Uploaded objects, each version at `bucket/name/version`: written once under a name that nothing else has, before the
 * row that names it, and removed after that row. So any number of servers may share a bucket: the database alone decides
 * which version counts, nobody writes what another reads, and removing one twice, on whichever server, is the same as
 * once. Thumbnails are made again on each machine.
 */
export class ObjectFiles {
  /** Whether they are in a bucket, where other servers may write too. */
  readonly inBucket: boolean;
  readonly #blobs: Blobs;
  readonly #thumbs: string;
  readonly #log: Log;

  constructor(blobs: Blobs, folder: string, inBucket: boolean, log: Log) {
    this.inBucket = inBucket;
    this.#blobs = blobs;
    this.#thumbs = path.resolve(folder, 'thumbs');
    this.#log = log;
  }

  async hasRoomFor(bytes: number): Promise<boolean> {
    return (await this.#blobs.hasRoomFor?.(bytes)) ?? true;
  }

  async put(file: ObjectName, bytes: Uint8Array, info: ObjectInfo): Promise<void> {
    const { mimetype: contentType, cacheControl } = info;
    const key = keyOf(file);
    if (this.inBucket && Buffer.byteLength(key) > LONGEST_KEY_BYTES)
      throw Object.assign(new Error('The key is too long'), { code: 'ENAMETOOLONG' });
    await this.#blobs.put(key, bytes, { contentType, cacheControl });
  }

  /** The bytes from `start` to `end`, both included, to the end also when the object is removed meanwhile. */
  async stream(file: ObjectName, start = 0, end?: number): Promise<ReadableStream<Uint8Array>> {
    return (await this.#blobs.stream(keyOf(file), start, end)) ?? Promise.reject(gone());
  }

  async readObject(file: ObjectName): Promise<Buffer> {
    return (await this.#blobs.get(keyOf(file)))?.body ?? Promise.reject(gone());
  }

  /** Meanwhile, and for as long as the bucket is away: the next sweep removes what stays. */
  forget(file: ObjectName): void {
    this.#remove(file).catch((error) => this.#log(sentence(error), { level: 'warn' }));
  }

  async #remove(file: ObjectName): Promise<void> {
    removeFrom(this.#thumbs, keyOf(file));
    await this.#blobs.remove([keyOf(file)]);
  }

  /** A thumbnail that was kept; null for none. */
  async thumbnail(file: ObjectName, name: string): Promise<Buffer | null> {
    return readFile(path.join(placeIn(this.#thumbs, keyOf(file)), name)).catch(() => null);
  }

  /** Looks afterwards whether the object is still there: its removal takes its thumbnails along. */
  async keepThumbnail(file: ObjectName, name: string, bytes: Uint8Array): Promise<void> {
    const key = keyOf(file);
    await writeAtomic(path.join(placeIn(this.#thumbs, key), name), bytes, { mode: 0o600 });
    if (!(await this.#blobs.head(key))) removeFrom(this.#thumbs, key);
  }

  /** Removes versions that no row names, unless they came after `before`, and the thumbnails of what is gone. */
  async sweep(db: Queryable, before = Date.now() - YOUNG_MS): Promise<void> {
    const isOld = ({ lastModified }: Stored) => lastModified.getTime() < before;
    await forUnnamed(db, this.#blobs.list(), (found) =>
      this.#blobs.remove(found.filter(isOld).map(({ key }) => key)),
    );
    const thumbs = (await listFiles(this.#thumbs)).map((file) => ({ key: path.dirname(file) }));
    await forUnnamed(db, thumbs, async (found) => {
      for (const { key } of found) removeFrom(this.#thumbs, key);
    });
  }
}

/** Does something to those of a list that are versions which no row names. */
async function forUnnamed<T extends { key: string }>(
  db: Queryable,
  list: AsyncIterable<T> | Iterable<T>,
  work: (unnamed: T[]) => Promise<void>,
): Promise<void> {
  let batch: (T & ObjectName)[] = [];
  const compare = async () => {
    const named = await db.sql<ObjectName>(NAMED, [
      batch.map(({ bucket }) => bucket),
      batch.map(({ name }) => name),
    ]);
    const known = new Set(named.map(keyOf));
    await work(batch.filter(({ key }) => !known.has(key)));
    batch = [];
  };
  for await (const entry of list) {
    const object = objectAt(entry.key);
    // Not ours, as the doctor's.
    if (!object || object.bucket === '.muro') continue;
    batch.push(Object.assign(entry, object));
    if (batch.length === BATCH) await compare();
  }
  if (batch.length > 0) await compare();
}

const gone = () => Object.assign(new Error('There is no such object'), { code: 'ENOENT' });
