import type { Bucket } from '#node/bucket.ts';
import { BucketError } from '#node/bucket-error.ts';
import type { BucketSettings } from '#node/bucket-requests.ts';
import type { Log } from '#node/log.ts';
import { StartupError } from '../base/errors.ts';
import type { Queryable } from '../base/options.ts';
import { DiskFiles } from './disk-files.ts';
import type { FileStore } from './files.ts';

/** Where uploads are kept: in a folder, or in a bucket, with what this machine keeps of it in that folder. */
export async function openFiles(
  folder: string,
  bucket: BucketSettings | null | undefined,
  log: Log,
): Promise<FileStore> {
  if (!bucket) return new DiskFiles(folder);
  const { BucketFiles } = await import('./bucket-files.ts');
  return new BucketFiles(await openLate(bucket), folder, log);
}

/** Loaded for those who have one. */
async function openLate(settings: BucketSettings): Promise<Bucket> {
  const { openBucket } = await import('#node/bucket.ts');
  return openBucket(settings);
}

/** Names the database whose uploads a bucket holds, in the bucket and in that database. */
const MARK = '.muro/uploads.json';
const HEADERS = { contentType: 'application/json', cacheControl: 'no-store' };

/**
 * Takes a bucket for this database, or finds that it is its own: whatever no row names is removed from it, so that a
 * copy of the database (a restore that is tried out) must not share it. A bucket that is away keeps nobody from starting.
 * @throws StartupError for the bucket of another database.
 */
export async function claimBucket(settings: BucketSettings, db: Queryable, log: Log) {
  const [row] = await db.sql<{ value: string }>(
    `insert into embedded.state (key, value) values ('uploads', gen_random_uuid()::text)
     on conflict (key) do update set value = state.value returning value`,
  );
  const bucket = await openLate(settings);
  try {
    const mark = await bucket.get(MARK);
    if (!mark) await bucket.put(MARK, Buffer.from(JSON.stringify(row?.value)), HEADERS);
    else if (mark.body.toString() !== JSON.stringify(row?.value))
      throw new StartupError(
        `The bucket ${settings.name} holds the uploads of another database, or of this one before a restore. If no other server uses it, remove ${MARK} from it and start again.`,
      );
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    log(error.message, { level: 'error' });
  }
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
