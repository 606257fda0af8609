import { type BucketSettings, openBucket } from '#node/bucket.ts';
import type { Log } from '#node/log.ts';
import { BucketFiles } from './bucket-files.ts';
import { DiskFiles } from './disk-files.ts';
import type { FileStore } from './files.ts';
import type { Queryable } from './options.ts';

/** Where uploads are kept: in a folder, or in a bucket, with what this machine keeps of it in that folder. */
export function openFiles(
  folder: string,
  bucket: BucketSettings | null | undefined,
  log: Log,
): FileStore {
  return bucket ? new BucketFiles(openBucket(bucket), folder, log) : new DiskFiles(folder);
}

/** Puts the uploads that are still on the disk into the bucket that is to hold them, and removes them from the disk. */
export async function moveFromDisk(
  folder: string,
  files: FileStore,
  db: Queryable,
  log: Log,
): Promise<void> {
  if (!files.keepsVersions) return;
  const disk = new DiskFiles(folder);
  const before = new Date();
  await disk.sweep(db);
  const left = await disk.all();
  if (left.length > 0) log(`Uploads move into the bucket: ${left.length}.`);
  for (const { bucket, name } of left) {
    const found = 'select version from storage.objects where bucket_id = $1 and name = $2';
    const [row] = await db.sql<{ version: string | null }>(found, [bucket, name]);
    const file = { bucket, name, version: row?.version ?? null };
    await files.put(file, await disk.readObject(file), await disk.headObject(file));
    disk.forget(file, before);
  }
}
