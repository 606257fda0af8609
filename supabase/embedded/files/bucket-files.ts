import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import type { Bucket } from '#node/bucket.ts';
import type { StoredObject } from '#node/bucket-list.ts';
import { serialQueues } from '#node/concurrency.ts';
import { sentence } from '#node/errors.ts';
import type { Log } from '#node/log.ts';
import type { Queryable } from '../base/options.ts';
import type { FileStore, ObjectInfo, ObjectName, Stamp } from './files.ts';

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
 * Uploaded objects in a private bucket, each version at `bucket/name/version`: written once under a name that nothing
 * else has, before the row that names it, and removed after that row. So any number of servers may share the bucket:
 * the database alone decides which version counts, nobody writes what another reads, and removing one twice, on
 * whichever server, is the same as once. Thumbnails are made again on each machine.
 */
export class BucketFiles implements FileStore {
  readonly keepsVersions = true;
  /** Within a server a queue spares transactions that wait; between servers the row decides. */
  readonly inTurn = serialQueues();
  readonly #bucket: Bucket;
  readonly #thumbs: string;
  readonly #log: Log;

  constructor(bucket: Bucket, folder: string, log: Log) {
    this.#bucket = bucket;
    this.#thumbs = path.resolve(folder, 'thumbs');
    this.#log = log;
  }

  async hasRoomFor(): Promise<boolean> {
    return true;
  }

  async headObject(file: ObjectName): Promise<ObjectInfo> {
    const head = await this.#bucket.head(keyOf(file));
    if (!head) throw gone();
    const { cacheControl, size, contentType, lastModified, etag } = head;
    return { cacheControl, size, mimetype: contentType, lastModified, eTag: `"${etag}"` };
  }

  async put(file: ObjectName, bytes: Uint8Array, info: ObjectInfo): Promise<void> {
    const { mimetype: contentType, cacheControl } = info;
    if (Buffer.byteLength(keyOf(file)) > LONGEST_KEY_BYTES)
      throw Object.assign(new Error('The key is too long'), { code: 'ENAMETOOLONG' });
    await this.#bucket.put(keyOf(file), bytes, { contentType, cacheControl });
  }

  async stream(file: ObjectName, start = 0, end?: number): Promise<ReadableStream<Uint8Array>> {
    return (await this.#bucket.stream(keyOf(file), start, end)) ?? Promise.reject(gone());
  }

  async readObject(file: ObjectName): Promise<Buffer> {
    return (await this.#bucket.get(keyOf(file)))?.body ?? Promise.reject(gone());
  }

  /** Meanwhile, and for as long as the bucket is away: the next sweep removes what stays. */
  forget(file: ObjectName): void {
    this.#remove(file).catch((error) => this.#log(sentence(error), { level: 'warn' }));
  }

  async #remove(file: ObjectName): Promise<void> {
    await this.#bucket.remove([keyOf(file)]);
    await rm(this.#folderOf(file), { recursive: true, force: true });
  }

  /** A version never changes, so that nobody has to be asked. */
  async stampOf({ version }: ObjectName): Promise<Stamp> {
    return { eTag: version ?? '', lastModified: new Date(0) };
  }

  thumbnailPath(file: ObjectName, thumbnail: string): string {
    return path.join(this.#folderOf(file), thumbnail);
  }

  /** Looks afterwards whether the object is still there: its removal takes its thumbnails after it. */
  async keepThumbnail(thumbnail: string, bytes: Uint8Array, file: ObjectName): Promise<void> {
    await mkdir(path.dirname(thumbnail), { recursive: true, mode: 0o700 });
    await writeFile(thumbnail, bytes, { mode: 0o600 });
    if (!(await this.#bucket.head(keyOf(file))))
      await rm(this.#folderOf(file), { recursive: true, force: true });
  }

  async sweep(db: Queryable): Promise<void> {
    const before = Date.now() - YOUNG_MS;
    let batch: ObjectName[] = [];
    const compare = async () => {
      const named = await db.sql<ObjectName>(NAMED, [
        batch.map(({ bucket }) => bucket),
        batch.map(({ name }) => name),
      ]);
      const known = new Set(named.map(keyOf));
      await this.#bucket.remove(batch.map(keyOf).filter((key) => !known.has(key)));
      batch = [];
    };
    for await (const object of this.#bucket.list()) {
      const file = fileOf(object);
      if (file && object.lastModified.getTime() < before) batch.push(file);
      if (batch.length === BATCH) await compare();
    }
    if (batch.length > 0) await compare();
  }

  async removeOrphans(): Promise<void> {
    await rm(this.#thumbs, { recursive: true, force: true });
  }

  #folderOf(file: ObjectName): string {
    const folder = path.resolve(this.#thumbs, keyOf(file));
    if (folder.startsWith(this.#thumbs + path.sep)) return folder;
    throw Object.assign(new Error('Invalid key'), { code: 'EINVAL' });
  }
}

const keyOf = ({ bucket, name, version }: ObjectName): string =>
  `${bucket}/${name}/${version ?? 'none'}`;

/** Null for what is not ours, as the doctor's. */
function fileOf({ key }: StoredObject): ObjectName | null {
  const [, bucket, name, version] = /^([^/]+)\/(.+)\/([^/]+)$/s.exec(key) ?? [];
  return bucket && name && version && !key.startsWith('.muro/') ? { bucket, name, version } : null;
}

const gone = () => Object.assign(new Error('There is no such object'), { code: 'ENOENT' });
