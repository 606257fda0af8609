import { rmdirSync, rmSync, statSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { codeOf } from '#node/errors.ts';
import { ifExists, writeAtomic } from '#node/files.ts';
import type { Blobs } from './files.ts';

/** What uploads leave of the disk, so that the database never stops for them. */
const LEAST_FREE_BYTES = 2 ** 30;
const LEAST_FREE_SHARE = 0.05;

/** Bytes as files of a folder. Many are private: other accounts of this computer may not even list them. */
export function diskBlobs(folder: string): Required<Blobs> {
  return {
    get: async (key) => {
      const body = await ifExists(fs.readFile(placeIn(folder, key)));
      return body && { body };
    },
    head: (key) => ifExists(fs.stat(placeIn(folder, key))),
    put: async (key, bytes) => {
      const write = () => writeAtomic(placeIn(folder, key), bytes, { mode: 0o600 });
      // An erasure may have taken the folder, empty as it was, before the file was in it.
      await write().catch((error) =>
        codeOf(error) === 'ENOENT' ? write() : Promise.reject(error),
      );
    },
    /** The file is open before the answer says that it is there: one that is removed meanwhile is sent to its end. */
    stream: async (key, start, end) => {
      const file = await ifExists(fs.open(placeIn(folder, key)));
      return (
        file &&
        (Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>)
      );
    },
    /** At once, also for those who do not wait. */
    remove: async (keys) => {
      for (const key of keys) removeFrom(folder, key);
    },
    list: async function* () {
      const entries = await ifExists(fs.readdir(folder, { recursive: true, withFileTypes: true }));
      for (const entry of entries ?? []) {
        const file = path.join(entry.parentPath, entry.name);
        if (!entry.isFile()) continue;
        yield {
          key: path.relative(folder, file).replaceAll(path.sep, '/'),
          get lastModified() {
            return statSync(file, { throwIfNoEntry: false })?.mtime ?? new Date();
          },
        };
      }
    },
    hasRoomFor: async (bytes) => {
      const { bavail, blocks, bsize } = await fs.statfs(path.dirname(folder));
      const spare = Math.min(LEAST_FREE_BYTES, blocks * bsize * LEAST_FREE_SHARE);
      return bavail * bsize - bytes > spare;
    },
  };
}

/**
 * Where a key is in a folder.
 * @throws for one that leads out of its place: rows written in SQL may be called anything.
 */
export function placeIn(folder: string, key: string): string {
  if (/(^|[\\/])\.{0,2}([\\/]|$)|\0/.test(key))
    throw Object.assign(new Error('Invalid key'), { code: 'EINVAL' });
  return path.join(folder, key);
}

/** Removes a file, or a folder with all that is in it, and the folders above that are left empty. */
export function removeFrom(folder: string, key: string): void {
  let place = placeIn(folder, key);
  rmSync(place, { recursive: true, force: true });
  try {
    for (place = path.dirname(place); place !== folder; place = path.dirname(place))
      rmdirSync(place);
  } catch {
    // What is not empty stays.
  }
}
