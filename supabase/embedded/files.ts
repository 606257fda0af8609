import { createHash, randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { closeFolder, writeAtomic } from '#node/files.ts';

export interface ObjectInfo {
  cacheControl: string;
  contentLength: number;
  size: number;
  mimetype: string;
  lastModified: Date;
  eTag: string;
}

/** Many of them are private: other accounts of this computer may not even list them. */
const OURS = { mode: 0o600 } as const;
const OUR_FOLDERS = { recursive: true, mode: 0o700 } as const;
/** What uploads leave of the disk, so that the database never stops for them. */
const LEAST_FREE_BYTES = 2 ** 30;
const LEAST_FREE_SHARE = 0.05;

/**
 * Uploaded objects as files, in the shape of @supabase/lite's storage adapter. Its own is not exported, and guesses
 * the type of a download from the file name; this one keeps the declared type beside the data.
 */
export class FileStore {
  readonly driver = fs;
  readonly #base: string;

  constructor(base: string) {
    this.#base = path.resolve(base);
  }

  /** Closes the folder to others, with what an earlier release has left open in it. */
  async close(): Promise<void> {
    await fs.mkdir(this.#base, OUR_FOLDERS);
    await closeFolder(this.#base);
  }

  /** Whether the disk has room for so much more, and some to spare. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    const { bavail, blocks, bsize } = await fs.statfs(this.#base);
    const spare = Math.min(LEAST_FREE_BYTES, blocks * bsize * LEAST_FREE_SHARE);
    return bavail * bsize - bytes > spare;
  }

  async headObject(bucket: string, key: string): Promise<ObjectInfo> {
    const [stats, kept] = await Promise.all([
      fs.stat(this.#path('data', bucket, key)),
      this.#kept(bucket, key),
    ]);
    return {
      cacheControl: kept.cacheControl ?? 'max-age=3600',
      contentLength: stats.size,
      size: stats.size,
      mimetype: kept.mimetype ?? 'application/octet-stream',
      lastModified: stats.mtime,
      eTag: kept.eTag ?? `"${stats.size}-${Math.floor(stats.mtimeMs)}"`,
    };
  }

  async getObject(bucket: string, key: string) {
    const metadata = await this.headObject(bucket, key);
    return { metadata, httpStatusCode: 200, body: await this.stream(bucket, key) };
  }

  /** Both files appear whole (written aside and renamed), the description first. */
  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    mimetype: string,
    cacheControl: string,
  ): Promise<ObjectInfo> {
    const bytes = body instanceof Uint8Array ? body : Buffer.concat(await Array.fromAsync(body));
    const eTag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    this.#dropThumbnails(bucket, key);
    await writeAtomic(
      `${this.#path('meta', bucket, key)}.json`,
      JSON.stringify({ mimetype, cacheControl, eTag }),
      OURS,
    );
    await writeAtomic(this.#path('data', bucket, key), bytes, OURS);
    return this.headObject(bucket, key);
  }

  /**
   * The bytes from `start` to `end`, both included. The file is open before anybody is told that it is there: one that
   * is removed meanwhile is sent to its end.
   */
  async stream(
    bucket: string,
    key: string,
    start = 0,
    end?: number,
  ): Promise<ReadableStream<Uint8Array>> {
    const file = await fs.open(this.#path('data', bucket, key));
    return Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>;
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    this.#dropThumbnails(bucket, key);
    await fs.rm(this.#path('data', bucket, key), { force: true });
    await fs.rm(`${this.#path('meta', bucket, key)}.json`, { force: true });
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    for (const key of keys) await this.deleteObject(bucket, key);
  }

  async copyObject(
    fromBucket: string,
    from: string,
    _fromVersion: string | undefined,
    toBucket: string,
    to: string,
  ) {
    const info = await this.headObject(fromBucket, from);
    const bytes = await fs.readFile(this.#path('data', fromBucket, from));
    const made = await this.uploadObject(
      toBucket,
      to,
      undefined,
      bytes,
      info.mimetype,
      info.cacheControl,
    );
    return { httpStatusCode: 200, eTag: made.eTag, lastModified: made.lastModified };
  }

  async privateAssetUrl(bucket: string, key: string): Promise<string> {
    return `file://${this.#path('data', bucket, key)}`;
  }

  /**
   * Removes a file that was last written before `before`. Synchronous on purpose: nothing can be uploaded in between
   * to the same name, which is how a profile photo is replaced.
   */
  forget(bucket: string, key: string, before: Date): void {
    const file = this.#path('data', bucket, key);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats || stats.mtime >= before) return;
    this.#dropThumbnails(bucket, key);
    rmSync(file, { force: true });
    rmSync(`${this.#path('meta', bucket, key)}.json`, { force: true });
  }

  /** Where a thumbnail of this object is, or would be. */
  thumbnailPath(bucket: string, key: string, name: string): string {
    return path.join(this.#path('thumbs', bucket, key), name);
  }

  readObject(bucket: string, key: string): Promise<Buffer> {
    return fs.readFile(this.#path('data', bucket, key));
  }

  /**
   * Keeps a thumbnail, unless its object was erased or replaced since `info`. Synchronous from the look to the end, so
   * that neither can happen in between.
   */
  async keepThumbnail(
    file: string,
    bytes: Uint8Array,
    address: [string, string],
    info: ObjectInfo,
  ) {
    const draft = `${file}.${randomUUID()}.tmp`;
    await fs.mkdir(path.dirname(file), OUR_FOLDERS);
    await fs.writeFile(draft, bytes, OURS).catch(() => {});
    const stats = statSync(this.#path('data', ...address), { throwIfNoEntry: false });
    const same = stats && stats.mtime.getTime() === info.lastModified.getTime();
    if (same && existsSync(draft)) renameSync(draft, file);
    else if (same) rmSync(draft, { force: true });
    else this.#dropThumbnails(...address);
  }

  /** Removes the leftovers of interrupted writes and the thumbnails of what is gone. Nothing may be written meanwhile. */
  async removeOrphans(): Promise<void> {
    const kept = new Set((await this.all()).map(({ bucket, key }) => path.join(bucket, key)));
    for (const file of await filesBelow(this.#base)) {
      const [kind, ...rest] = path.relative(this.#base, file).split(path.sep);
      const orphan = kind === 'thumbs' && !kept.has(path.join(...rest.slice(0, -1)));
      if (orphan || file.endsWith('.tmp')) await fs.rm(file, { force: true });
    }
  }

  #dropThumbnails(bucket: string, key: string): void {
    rmSync(this.#path('thumbs', bucket, key), { recursive: true, force: true });
  }

  /** Every stored object, as bucket and key. */
  async all(): Promise<{ bucket: string; key: string }[]> {
    const root = path.join(this.#base, 'data');
    return (await filesBelow(root))
      .filter((file) => !file.endsWith('.tmp'))
      .map((file) => path.relative(root, file).split(path.sep))
      .map(([bucket = '', ...rest]) => ({ bucket, key: rest.join('/') }));
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
