import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Database, type Transaction, withOpen } from '../base/database.ts';
import { textOf } from '../base/keys.ts';
import { InUse } from '../base/lock.ts';
import type { Keys } from '../base/options.ts';
import { engineOf } from '../database/engine.ts';
import { withDatabase } from '../database/offline.ts';
import { CLUSTER } from '../native/server.ts';
import { openPostgres } from '../sessions/postgres.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { copyCluster } from './cluster.ts';
import { recordBackup } from './last-backup.ts';
import {
  type DatabaseState,
  type Kept,
  MANIFEST,
  manifestOf,
  readersOf,
  stateOf,
} from './manifest.ts';
import { holdObjects, keepFiles } from './objects.ts';
import { DUMP, dumpDatabase } from './pg-tools.ts';
import { keepImage } from './pglite-image.ts';
import { askForImage, type ImageAnswer, runningServer } from './running.ts';
import { openStaging } from './staging.ts';

interface BackupOptions {
  /** A folder gets an archive that is named after the time. */
  file: string;
  dataDir: string;
  databaseUrl?: string | undefined;
  /** The name of the bucket that holds the uploads, if there is one: they stay there. */
  bucket?: string | undefined;
  keys: Keys;
  log: (line: string) => void;
  /** Called around the moment that the archive shows (tests): what `take` waits for is in it. */
  around?: Around;
}

type Around = <T>(take: () => Promise<T>) => Promise<T>;

interface Work extends BackupOptions {
  around: Around;
  archive: ArchiveWriter;
  /** Where files are kept until they are in the archive. */
  staging: string;
}

/**
 * Writes an archive of the database and the files of a data directory at one moment, whether the product runs or not.
 * Pages and variants of pictures are left out: the next start makes them again. Gives where the archive is, and its
 * size.
 * @throws StartupError when there is nothing to back up or no way to it; then no archive is left.
 */
export async function makeBackup(options: BackupOptions): Promise<{ file: string; bytes: number }> {
  const { dataDir, log } = options;
  const file = await fileNamed(options.file);
  const staging = await openStaging(dataDir);
  try {
    const bytes = await writeArchive(file, async (archive) => {
      const around: Around = options.around ?? ((take) => take());
      const work = { ...options, around, archive, staging: staging.folder };
      const missing = await backDatabaseUp(work);
      if (missing.length > 0)
        log(
          `Note: ${missing.length} objects have no file here either, and none in the archive: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' …' : ''}`,
        );
      await addFiles(work);
    });
    if (options.bucket)
      log(
        `Note: uploads stay in the bucket ${options.bucket}, and are not in the archive. Turn on the versions of the bucket itself.`,
      );
    await recordBackup(dataDir, { at: new Date().toISOString(), bytes });
    return { file, bytes };
  } finally {
    staging.close();
  }
}

async function fileNamed(wanted: string): Promise<string> {
  const file = path.resolve(wanted);
  const isFolder = await stat(file).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  return isFolder ? path.join(file, `muralist-directory-${time}.tar.zst`) : file;
}

/** Gives the names of objects that have no file. */
async function backDatabaseUp(work: Work): Promise<string[]> {
  const { dataDir, databaseUrl, keys, log } = work;
  if (databaseUrl)
    return withOpen(await openPostgres(databaseUrl), (db) =>
      backDumpUp(db, { ...work, databaseUrl }),
    );
  try {
    return await withDatabase(work, (db) =>
      db.address === undefined
        ? backImageUp(work, () => keepImage(db, dataDir, work.bucket !== undefined))
        : backClusterUp(db, work),
    );
  } catch (error) {
    if (!(error instanceof InUse)) throw error;
    log('The product is running, and goes on doing so.');
    if (engineOf(dataDir) === 'pglite') return backImageUp(work, () => askForImage(dataDir, keys));
    const server = await openPostgres(await runningServer(dataDir, keys));
    return withOpen(server, (db) => backClusterUp(db, work));
  }
}

const keep = (tx: Transaction, { dataDir, staging, bucket }: Work) =>
  keepFiles(tx, dataDir, staging, bucket !== undefined);

async function backClusterUp(db: Database, work: Work): Promise<string[]> {
  const { archive, dataDir, log, around } = work;
  let missing: string[] = [];
  await addManifest(work, 'native', await stateOf(db));
  await db.transaction(async (tx) => {
    for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await tx.sql(`set local ${name} = 0`);
    const hold = (atMoment: () => Promise<void>) =>
      around(async () => {
        missing = await holdObjects(tx, () => keep(tx, work), atMoment);
      });
    await copyCluster(tx, path.join(dataDir, CLUSTER), archive, hold, log);
  });
  return missing;
}

async function addManifest(
  { archive, bucket, log }: Work,
  kept: Kept,
  state: DatabaseState,
): Promise<void> {
  await archive.bytes(
    MANIFEST,
    JSON.stringify(manifestOf({ kept, ...(bucket && { bucket }), ...state })),
  );
  log(readersOf({ kept, ...state }));
}

/** Keys, and what was kept at the moment of the database. */
async function addFiles({ archive, keys, staging, log }: Work): Promise<void> {
  await archive.bytes('keys.json', textOf(keys));
  const entries = await readdir(staging, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const [done, entry] of files.entries()) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(staging, file).split(path.sep).join('/');
    await archive.file(name, file);
    if (done % 1000 === 999) log(`Files: ${done + 1} of ${files.length}`);
  }
}

/** The image comes before its description, which is made in the same process. */
async function backImageUp(work: Work, make: () => Promise<ImageAnswer>): Promise<string[]> {
  const { missing, state } = await work.around(make);
  await addManifest(work, 'pglite', state);
  return missing;
}

/** The snapshot is taken while the files are held; the dump of it may then take its time. */
async function backDumpUp(db: Database, work: Work & { databaseUrl: string }): Promise<string[]> {
  const { databaseUrl, staging, log, around } = work;
  await addManifest(work, 'url', await stateOf(db));
  return db.transaction(async (seeing) => {
    await seeing.sql('set transaction isolation level repeatable read, read only');
    await seeing.sql('set local idle_in_transaction_session_timeout = 0');
    let snapshot = '';
    const look = async () => {
      const [row] = await seeing.sql<{ id: string }>('select pg_export_snapshot() as id');
      snapshot = row?.id ?? '';
    };
    const missing = await around(() =>
      db.transaction((tx) => holdObjects(tx, () => keep(tx, work), look)),
    );
    log('pg_dump copies the database.');
    await dumpDatabase(databaseUrl, snapshot, path.join(staging, DUMP));
    return missing;
  });
}
