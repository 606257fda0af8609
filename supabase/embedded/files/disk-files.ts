import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, statSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { serialQueues } from '#node/concurrency.ts';
import { listFiles } from '#node/files.ts';
import type { Queryable } from '../base/options.ts';
import type { FileStore, ObjectInfo, ObjectName, Stamp } from './files.ts';

/** Many of them are private: other accounts of this computer may not even list them. */
const OURS = { mode: 0o600 } as const;
const OUR_FOLDERS = { recursive: true, mode: 0o700 } as const;
/** What uploads leave of the disk, so that the database never stops for them. */
const LEAST_FREE_BYTES = 2 ** 30;
const LEAST_FREE_SHARE = 0.05;

/** Uploaded objects as files; what a file is said to be is kept beside its bytes. Whether it counts, its row decides. */
export class DiskFiles implements FileStore {
  readonly keepsVersions = false;
  /** One change of a file at a time, by its address: the later one must find what the earlier one left. */
  readonly inTurn = serialQueues();
  readonly #base: string;

  constructor(base: string) {
    this.#base = path.resolve(base);
  }

  /** Whether the disk has room for so much more, and some to spare. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    const { bavail, blocks, bsize } = await fs.statfs(this.#base);
    const spare = Math.min(LEAST_FREE_BYTES, blocks * bsize * LEAST_FREE_SHARE);
    return bavail * bsize - bytes > spare;
  }

  async headObject({ bucket, name: key }: ObjectName): Promise<ObjectInfo> {
    const [stats, kept] = await Promise.all([
      fs.stat(this.#path('data', bucket, key)),
      this.#kept(bucket, key),
    ]);
    return {
      cacheControl: kept.cacheControl ?? 'max-age=3600',
      size: stats.size,
      mimetype: kept.mimetype ?? 'application/octet-stream',
      lastModified: stats.mtime,
      eTag: kept.eTag ?? `"${stats.size}-${Math.floor(stats.mtimeMs)}"`,
    };
  }

  /** Both files appear whole and together: written aside, and renamed without a pause in which one could be removed. */
  async put({ bucket, name: key }: ObjectName, bytes: Uint8Array, info: ObjectInfo): Promise<void> {
    const { mimetype, cacheControl, eTag } = info;
    const description = JSON.stringify({ mimetype, cacheControl, eTag });
    const files = [
      [`${this.#path('meta', bucket, key)}.json`, description],
      [this.#path('data', bucket, key), bytes],
    ] as const;
    // Beside the file, but with a name of its own: theirs may be as long as a name can be.
    const aside = `.${randomUUID()}.tmp`;
    const draftOf = (file: string) => path.join(path.dirname(file), aside);
    try {
      for (const [file, content] of files) {
        await fs.mkdir(path.dirname(file), OUR_FOLDERS);
        await fs.writeFile(draftOf(file), content, OURS);
      }
      this.#dropThumbnails(bucket, key);
      for (const [file] of files) renameSync(draftOf(file), file);
    } catch (error) {
      for (const [file] of files) await fs.rm(draftOf(file), { force: true }).catch(() => {});
      throw error;
    }
  }

  /**
   * The bytes from `start` to `end`, both included. The file is open before the answer says that it is there: one that
   * is removed meanwhile is sent to its end.
   */
  async stream(
    { bucket, name: key }: ObjectName,
    start = 0,
    end?: number,
  ): Promise<ReadableStream<Uint8Array>> {
    const file = await fs.open(this.#path('data', bucket, key));
    return Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>;
  }

  /**
   * Removes a file that was last written before `before`. Synchronous on purpose: nothing can be uploaded in between
   * to the same name, which is how a profile photo is replaced.
   */
  forget({ bucket, name: key }: ObjectName, before: Date): void {
    const file = this.#path('data', bucket, key);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats || stats.mtime >= before) return;
    this.#dropThumbnails(bucket, key);
    rmSync(file, { force: true });
    rmSync(`${this.#path('meta', bucket, key)}.json`, { force: true });
  }

  thumbnailPath({ bucket, name: key }: ObjectName, name: string): string {
    return path.join(this.#path('thumbs', bucket, key), name);
  }

  /** The object's own stamp: another one has another tag or another time. */
  stampOf(file: ObjectName): Promise<Stamp> {
    return this.headObject(file);
  }

  readObject({ bucket, name: key }: ObjectName): Promise<Buffer> {
    return fs.readFile(this.#path('data', bucket, key));
  }

  /** Keeps a thumbnail, unless its object was erased or replaced since `stamp`; between the look and the end neither is. */
  async keepThumbnail(
    file: string,
    bytes: Uint8Array,
    { bucket, name: key }: ObjectName,
    stamp: Stamp,
  ): Promise<void> {
    const aside = `${file}.${randomUUID()}.tmp`;
    await fs.mkdir(path.dirname(file), OUR_FOLDERS);
    await fs.writeFile(aside, bytes, OURS);
    const stats = statSync(this.#path('data', bucket, key), { throwIfNoEntry: false });
    if (stats?.mtime.getTime() === stamp.lastModified.getTime()) renameSync(aside, file);
    else this.#dropThumbnails(bucket, key);
  }

  /** Removes the files of objects whose rows are gone. */
  async sweep(db: Queryable): Promise<void> {
    const before = new Date();
    const stored = await this.all();
    if (stored.length === 0) return;
    const rows = await db.sql<{ bucket_id: string; name: string }>(
      'select bucket_id, name from storage.objects',
    );
    const known = new Set(rows.map((row) => `${row.bucket_id}/${row.name}`));
    for (const file of stored) {
      if (!known.has(`${file.bucket}/${file.name}`)) this.forget(file, before);
    }
  }

  /** Removes the leftovers of interrupted writes and the thumbnails of what is gone. Nothing may be written meanwhile. */
  async removeOrphans(): Promise<void> {
    const kept = new Set((await this.all()).map(({ bucket, name }) => path.join(bucket, name)));
    for (const file of await filesBelow(this.#base)) {
      const [kind, ...rest] = path.relative(this.#base, file).split(path.sep);
      const orphan = kind === 'thumbs' && !kept.has(path.join(...rest.slice(0, -1)));
      if (orphan || file.endsWith('.tmp')) await fs.rm(file, { force: true });
    }
  }

  #dropThumbnails(bucket: string, key: string): void {
    rmSync(this.#path('thumbs', bucket, key), { recursive: true, force: true });
  }

  /** Every stored object. */
  async all(): Promise<ObjectName[]> {
    const files = await listFiles(path.join(this.#base, 'data'));
    return files
      .map((file) => file.split('/'))
      .map(([bucket = '', ...rest]) => ({ bucket, name: rest.join('/') }));
  }

  #path(kind: 'data' | 'meta' | 'thumbs', bucket: string, key: string): string {
    const root = path.join(this.#base, kind, bucket);
    const file = path.resolve(root, key);
    const inside = root.startsWith(this.#base + path.sep) && file.startsWith(root + path.sep);
    if (!inside || key.includes('\0'))
      throw Object.assign(new Error('Invalid key'), { code: 'EINVAL' });
    return file;
  }

  async #kept(
    bucket: string,
    key: string,
  ): Promise<{ mimetype?: string; cacheControl?: string; eTag?: string }> {
    try {
      return JSON.parse(await fs.readFile(`${this.#path('meta', bucket, key)}.json`, 'utf8'));
    } catch {
      return {};
    }
  }
}

async function filesBelow(dir: string): Promise<string[]> {
  const entries = await fs.readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
