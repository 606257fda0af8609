import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { ifExists, listFiles, writeAtomic } from '#node/files.ts';
import { type Database, withOpen } from '../base/database.ts';
import { StartupError } from '../base/errors.ts';
import type { Keys } from '../base/options.ts';
import { engineOf } from '../database/engine.ts';
import type { ObjectName } from '../files/files.ts';
import { CLUSTER } from '../native/server.ts';
import { openPostgres } from '../sessions/postgres.ts';
import { keepFiles, placeOf } from './objects.ts';
import { runningServer } from './running.ts';

/** Beside the archives: what PostgreSQL wrote to its log since, and the uploads that came meanwhile. */
const FOLDER = 'wal';
const FILES = 'files';
const SINCE = 'since';
const ENDING = '.zst';

/** Until it is told otherwise the server keeps what this has not seen, up to its `max_slot_wal_keep_size`. */
const SLOT = 'muro_wal';

interface KeepOptions {
  /** Where the archives are. */
  folder: string;
  dataDir: string;
  databaseUrl?: string | undefined;
  /** The name of the bucket that holds the uploads, if there is one: they stay there. */
  bucket?: string | undefined;
  keys: Keys;
}

interface KeptLog {
  /** How many segments of 16 MB are new. */
  segments: number;
  /** Nothing was kept before: only an archive that is made from now on can be brought further. */
  isFirst: boolean;
}

/**
 * Keeps what the running product has stored since the last call beside the archives of `folder`, so that a restore of
 * one of them can go on to any moment up to now.
 * @throws StartupError when the database is not the embedded PostgreSQL, or the product does not run.
 */
export async function keepLog(options: KeepOptions): Promise<KeptLog> {
  const { folder, dataDir, databaseUrl, bucket, keys } = options;
  if (databaseUrl || engineOf(dataDir) === 'pglite')
    throw new StartupError(
      'This keeps the log of the embedded PostgreSQL. A PostgreSQL of your own does it by its archive_command.',
    );
  const target = path.join(path.resolve(folder), FOLDER);
  await mkdir(path.join(target, FILES), { recursive: true, mode: 0o700 });
  return withOpen(await openPostgres(await runningServer(dataDir, keys)), async (db) => {
    const isFirst = !(await hasSlot(db));
    if (isFirst) {
      await refuseOtherLog(db, target);
      await db.sql('select pg_create_physical_replication_slot($1, true)', [SLOT]);
    }
    const began = new Date().toISOString();
    const segments = await copySegments(db, path.join(dataDir, CLUSTER, 'pg_wal'), target);
    // After the log: of whatever it names there is the file.
    // A first call that was cut short has noted nothing: then all of them are kept.
    const since = isFirst ? began : await ifExists(readFile(path.join(target, SINCE), 'utf8'));
    await keepFiles(db, dataDir, path.join(target, FILES), bucket !== undefined, since);
    await writeFile(path.join(target, SINCE), began);
    return { segments, isFirst };
  });
}

/** Not where the server has given up waiting. */
async function hasSlot(db: Database): Promise<boolean> {
  const [slot] = await db.sql<{ lost: boolean }>(
    `select wal_status = 'lost' as lost from pg_replication_slots where slot_name = $1`,
    [SLOT],
  );
  if (slot?.lost) await db.sql('select pg_drop_replication_slot($1)', [SLOT]);
  return slot?.lost === false;
}

/** A database that was restored or moved begins anew, with names of segments that were kept already. */
async function refuseOtherLog(db: Database, target: string): Promise<void> {
  const [now] = await db.sql<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as name',
  );
  const ahead = (await readdir(target)).some(
    (name) => isSegment(name.slice(0, -ENDING.length)) && name > (now?.name ?? ''),
  );
  if (ahead)
    throw new StartupError(
      `${target} has the log of another database, or of this one before it was restored or moved. Move the folder away; archives that were made before need it.`,
    );
}

async function copySegments(db: Database, from: string, to: string): Promise<number> {
  // What was written so far becomes a whole segment.
  const [now] = await db.sql<{ first: string; last: string; end: string }>(
    `select pg_walfile_name(restart_lsn) as first, pg_walfile_name(lsn) as last, lsn::text as end
     from pg_replication_slots, pg_switch_wal() as lsn where slot_name = $1`,
    [SLOT],
  );
  const { first = '', last = '', end = '' } = now ?? {};
  const kept = new Set(await readdir(to));
  const segments = (await readdir(from)).filter(
    (name) => isSegment(name) && name >= first && name <= last && !kept.has(name + ENDING),
  );
  for (const name of segments.sort())
    await writeAtomic(path.join(to, name + ENDING), await compressed(path.join(from, name)), {
      mode: 0o600,
      flush: true,
    });
  // From here on the server lets go of them.
  await db.sql('select pg_replication_slot_advance($1, $2::pg_lsn)', [SLOT, end]);
  return segments.length;
}

const isSegment = (name: string) => /^[\dA-F]{24}$/.test(name);
const compressed = async (file: string) => promisify(zstdCompress)(await readFile(file));

/**
 * Lays the log that was kept beside an archive into the cluster that was unpacked from it.
 * @returns the options with which the server replays it, up to `until` (an ISO date) or to its end.
 * @throws StartupError when no log goes on from the archive, or a part of it is missing.
 */
export async function layLog(file: string, cluster: string, until: string | null): Promise<string> {
  const folder = path.join(path.dirname(path.resolve(file)), FOLDER);
  const wal = path.join(cluster, 'pg_wal');
  const own = (await readdir(wal)).filter(isSegment).sort();
  const last = own.at(-1) ?? '';
  const names = ((await ifExists(readdir(folder))) ?? [])
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .filter((name) => isSegment(name) && name >= last && name.slice(0, 8) === last.slice(0, 8))
    .sort();
  if (names.length === 0)
    throw new StartupError(
      `${folder} has no log that goes on from ${file}. "npm run backup -- --wal" keeps it from its first run on.`,
    );
  const gap = [last, ...names].find(
    (name, i, all) => numberOf(name) - numberOf(all[i - 1] ?? name) > 1n,
  );
  if (gap) throw new StartupError(`A part of the log in ${folder} is missing before ${gap}.`);
  for (const name of names) {
    const bytes = await promisify(zstdDecompress)(await readFile(path.join(folder, name + ENDING)));
    await writeFile(path.join(wal, name), bytes, { mode: 0o600 });
  }
  await writeFile(path.join(cluster, 'recovery.signal'), '');
  return [
    // All of it lies in place already, and nobody is let in before the end.
    'restore_command=false',
    'hot_standby=off',
    'recovery_target_timeline=current',
    ...(until
      ? [`recovery_target_time=${until.replace('Z', '+00')}`, 'recovery_target_action=promote']
      : []),
  ].join(' ');
}

/** Which segment of its timeline it is: two numbers of 32 bits, of which the second ends at 255. */
const numberOf = (name: string) =>
  BigInt(`0x${name.slice(8, 16) || 0}`) * 256n + BigInt(`0x${name.slice(16) || 0}`);

/** The uploads that came after the archive, for the rows that a restored database has. */
export async function layFiles(
  file: string,
  draft: string,
  rows: readonly ObjectName[],
): Promise<void> {
  const from = path.join(path.dirname(path.resolve(file)), FOLDER, FILES);
  const parts = rows.flatMap((row) => placeOf(row) ?? []);
  const mails = (await listFiles(path.join(from, 'mail'))).map((name) => path.join('mail', name));
  for (const name of [...parts, ...mails]) {
    if (!existsSync(path.join(from, name))) continue;
    await mkdir(path.dirname(path.join(draft, name)), { recursive: true, mode: 0o700 });
    await copyFile(path.join(from, name), path.join(draft, name));
  }
}

/** An archive takes minutes to make, and what was kept since its beginning belongs to it. */
const MARGIN_MS = 86_400_000;

/** Removes what only archives made before `oldest` (milliseconds) could have used. */
export async function removeLogBefore(folder: string, oldest: number): Promise<void> {
  const wal = path.join(folder, FOLDER);
  for (const name of await listFiles(wal)) {
    const file = path.join(wal, name);
    if (name !== SINCE && (await stat(file)).ctimeMs < oldest - MARGIN_MS) await rm(file);
  }
}
