import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '#node/errors.ts';
import { ifExists } from '#node/files.ts';
import type { Transaction } from '../base/database.ts';
import type { Queryable } from '../base/options.ts';
import { keyOf, type ObjectName, ON_DISK } from '../files/files.ts';

export const OBJECTS = 'select bucket_id as bucket, name, version from storage.objects';

/** How often another session's transaction may be in the way, and the pause after it in milliseconds. */
const ATTEMPTS = 20;
const PAUSE_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Does something at a moment when every file that a row of `storage.objects` names has been kept: nobody adds, changes
 * or removes such a row from before the files are linked until `atMoment` is over. Uploads wait for that long; a file
 * is removed after its row.
 * @returns the names of objects whose file is missing.
 */
export async function holdObjects(
  tx: Transaction,
  keep: () => Promise<string[]>,
  atMoment: () => Promise<void>,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    await tx.sql('savepoint held');
    try {
      // Another session's slow transaction must not make every other one wait behind us.
      await tx.sql("set local lock_timeout = '2s'");
      await tx.sql('lock table storage.objects in share mode');
      const missing = await keep();
      await atMoment();
      return missing;
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error;
    } finally {
      await tx.sql('rollback to savepoint held');
    }
    await pause(PAUSE_MS);
  }
}

/**
 * Links the files that the database names, and the mails, into `folder`. A file is never written to again, only
 * replaced or removed, so that a link keeps it as it is. Gives the names of objects that have none. Uploads in a bucket
 * stay there.
 * @param since only what came or changed after it, an ISO date.
 */
export async function keepFiles(
  db: Queryable,
  dataDir: string,
  folder: string,
  inBucket: boolean,
  since: string | null = null,
): Promise<string[]> {
  const missing: string[] = [];
  const objects = inBucket
    ? []
    : await db.sql<ObjectName>(
        since ? `${OBJECTS} where greatest(created_at, updated_at) >= $1` : OBJECTS,
        since ? [since] : [],
      );
  for (const object of objects) {
    const file = placeOf(object);
    if (!file || !keepFile(path.join(dataDir, file), path.join(folder, file)))
      missing.push(`${object.bucket}/${object.name}`);
  }
  for (const name of (await ifExists(readdir(path.join(dataDir, 'mail')))) ?? [])
    if (name.endsWith('.eml'))
      keepFile(path.join(dataDir, 'mail', name), path.join(folder, 'mail', name));
  return missing;
}

/** Where the file of an object is in a data directory; null where it can be nowhere: rows written in SQL may be called anything. */
export function placeOf(object: ObjectName): string | null {
  const place = `storage/${ON_DISK}/${keyOf(object)}`;
  return path.posix.normalize(place) === place ? place : null;
}

/** Keeps a file, unless it was kept at an earlier attempt; false when there is none. */
function keepFile(from: string, to: string): boolean {
  if (existsSync(to)) return true;
  const fresh = `${to}.new`;
  mkdirSync(path.dirname(to), { recursive: true });
  // One that was killed has left it.
  rmSync(fresh, { force: true });
  try {
    linkOrCopy(from, fresh);
  } catch (error) {
    // An email may be erased at this very moment.
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  renameSync(fresh, to);
  return true;
}

/** Where the files lie on another disk than the data directory, or on one without links. */
const WITHOUT_LINKS = ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'];

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!WITHOUT_LINKS.includes(codeOf(error) ?? '')) throw error;
    copyFileSync(from, to);
  }
}
