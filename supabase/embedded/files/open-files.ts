import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Bucket } from '#node/bucket.ts';
import { BucketError } from '#node/bucket-error.ts';
import type { BucketSettings } from '#node/bucket-requests.ts';
import { listFiles } from '#node/files.ts';
import type { Log } from '#node/log.ts';
import { StartupError } from '../base/errors.ts';
import type { Queryable } from '../base/options.ts';
import { diskBlobs } from './disk.ts';
import { infoOf, type ObjectName, ON_DISK, objectAt } from './files.ts';
import { ObjectFiles } from './object-files.ts';

/** Where uploads are kept: in a folder, or in a bucket, with what this machine keeps of it in that folder. */
export async function openFiles(
  folder: string,
  bucket: BucketSettings | null | undefined,
  log: Log,
): Promise<ObjectFiles> {
  const blobs = bucket ? await openLate(bucket) : diskBlobs(path.resolve(folder, ON_DISK));
  return new ObjectFiles(blobs, folder, Boolean(bucket), log);
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

/** Gives the uploads of the disk to a bucket that is to hold them from now on. */
export async function moveUploads(
  folder: string,
  files: ObjectFiles,
  db: Queryable,
  log: Log,
): Promise<void> {
  if (!files.inBucket) return;
  // Of several versions, the one that a row names.
  await (await openFiles(folder, null, log)).sweep(db, Date.now());
  const left = await listFiles(path.join(folder, ON_DISK));
  if (left.length > 0) log(`Uploads move into the bucket: ${left.length}.`);
  for (const key of left) {
    const object = objectAt(key);
    const [row] = await db.sql<ObjectName & { metadata: Record<string, unknown> | null }>(
      'select bucket_id as bucket, name, version, metadata from storage.objects where bucket_id = $1 and name = $2',
      [object?.bucket ?? null, object?.name ?? null],
    );
    const file = path.join(folder, ON_DISK, key);
    if (row) await files.put(row, await readFile(file), infoOf(row.metadata));
    await rm(file);
  }
  await rm(path.join(folder, ON_DISK), { recursive: true, force: true });
}
