import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Database, withOpen } from '../base/database.ts';
import { StartupError } from '../base/errors.ts';
import { loadKeys } from '../base/keys.ts';
import { openCluster } from '../database/open-cluster.ts';
import { openPglite } from '../database/pglite.ts';
import type { ObjectName } from '../files/files.ts';
import {
  type Binaries,
  findBinaries,
  NativeUnavailable,
  RELEASES,
  withBinariesOf,
} from '../native/binaries.ts';
import { chownCluster } from '../native/chown-cluster.ts';
import { CLUSTER } from '../native/server.ts';
import { platformRoles } from '../sessions/authenticator.ts';
import { openPostgres } from '../sessions/postgres.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { OBJECTS, placeOf } from './objects.ts';
import { DUMP, restoreDump } from './pg-tools.ts';
import { IMAGE } from './pglite-image.ts';
import { readArchive } from './read-archive.ts';
import { openTarget } from './target.ts';
import { unpackEntry, unpackImage } from './unpack.ts';
import { layFiles, layLog } from './wal.ts';

interface RestoreOptions {
  file: string;
  dataDir: string;
  databaseUrl?: string | undefined;
  postgresOptions?: string | undefined;
  /** Goes on with the log that was kept beside the archive, up to an ISO date or, for null, to its end. */
  until?: string | null | undefined;
  log: (line: string) => void;
}

interface Restored {
  /** When the archive was begun, as an ISO date. */
  begun: string;
  objects: number;
  /** Objects whose file was missing in the source already. */
  missing: number;
  /** Where the uploads are instead. */
  bucket: string | undefined;
  /** The other version of PostgreSQL that its database has to be taken over from. */
  older: string | undefined;
}

/**
 * Puts an archive of `makeBackup` into an empty data directory. Its database is opened once before anything gets its
 * name, and every stored object is looked for.
 * @throws StartupError in one sentence; then the directory is as it was.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const dataDir = path.resolve(options.dataDir);
  const target = await openTarget(dataDir);
  try {
    const restored = await restoreInto(target.draft, { ...options, dataDir });
    // The database last: without it, the files beside it are known to be nobody's.
    const names = await readdir(target.draft);
    const last = (name: string) => Number(name === CLUSTER || name === 'pg');
    for (const name of names.sort((a, b) => last(a) - last(b)))
      await rename(path.join(target.draft, name), path.join(dataDir, name));
    await rm(target.draft, { recursive: true });
    return restored;
  } catch (error) {
    await target.undo();
    throw error;
  } finally {
    target.close();
  }
}

async function restoreInto(draft: string, options: RestoreOptions): Promise<Restored> {
  const manifest = await unpack(draft, options);
  try {
    const older = await otherVersion(manifest);
    if (!older) return await check(draft, manifest, options);
    options.log(`Fetching PostgreSQL ${older}, which made the database.`);
    return await withBinariesOf(older, async (binaries) => ({
      ...(await check(draft, manifest, options, binaries)),
      older,
    }));
  } catch (error) {
    if (!(error instanceof NativeUnavailable)) throw error;
    throw new StartupError(
      `${options.file} needs the native engine, which does not run: ${error.message}.`,
    );
  }
}

/** The version of PostgreSQL that made an embedded database, where it is another one than the installed. */
async function otherVersion({ kept, postgres }: Manifest): Promise<string | undefined> {
  if (kept !== 'native' || !RELEASES[postgres]) return undefined;
  return (await findBinaries()).major === postgres ? undefined : postgres;
}

async function check(
  draft: string,
  manifest: Manifest,
  options: RestoreOptions,
  binaries?: Binaries,
): Promise<Restored> {
  return withOpen(await open(draft, manifest, options, binaries), async (db) => {
    // A copy must not remove the uploads of the database that it is one of (`claimBucket`).
    await db.sql("delete from embedded.state where key = 'uploads'");
    const rows = await db.sql<ObjectName>(OBJECTS);
    if (options.until !== undefined) await layFiles(options.file, draft, rows);
    const { begun, bucket: elsewhere } = manifest;
    const lost = elsewhere ? [] : rows.filter((row) => !isKept(draft, row));
    const uploads = { objects: rows.length, missing: lost.length, bucket: elsewhere };
    return { begun, ...uploads, older: undefined };
  });
}

function isKept(draft: string, row: ObjectName): boolean {
  const place = placeOf(row);
  return place !== null && existsSync(path.join(draft, place));
}

/** Everything below `draft`. */
async function unpack(draft: string, options: RestoreOptions): Promise<Manifest> {
  const { file, log } = options;
  let manifest: Manifest | undefined;
  const progress = percentage(await sizeOf(file), (part) => log(`Read ${part} % of ${file}.`));
  await readArchive(
    file,
    async (entry) => {
      if (manifest) return unpackEntry(draft, entry);
      if (entry.name !== MANIFEST) throw new StartupError(`${file} is no backup of this product.`);
      const text = Buffer.concat(await Array.fromAsync(entry.content)).toString('utf8');
      manifest = await readManifest(file, text);
      refuseOtherKind(manifest, options);
    },
    progress,
  );
  if (!manifest) throw new StartupError(`${file} is no backup of this product.`);
  return manifest;
}

function refuseOtherKind({ kept }: Manifest, { file, databaseUrl, until }: RestoreOptions): void {
  if (kept === 'url' && !databaseUrl)
    throw new StartupError(
      `${file} holds a database that was not the embedded one. Set DATABASE_URL to an empty database of a PostgreSQL of your own.`,
    );
  if (kept !== 'native' && until !== undefined)
    throw new StartupError(`${file} holds no embedded PostgreSQL, so no log goes on from it.`);
  if (kept !== 'url' && databaseUrl)
    throw new StartupError(`${file} holds an embedded database. Unset DATABASE_URL to restore it.`);
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ size: 0 }))).size;
}

/** Calls back at every tenth of the whole. */
function percentage(whole: number, report: (part: number) => void): (done: number) => void {
  let reported = 0;
  return (done) => {
    const part = Math.floor((done / whole) * 10) * 10;
    if (part <= reported) return;
    reported = part;
    report(part);
  };
}

async function open(
  draft: string,
  { kept, postgres }: Manifest,
  { databaseUrl = '', dataDir, postgresOptions, file, until }: RestoreOptions,
  binaries: Binaries | undefined,
): Promise<Database> {
  if (kept === 'url') return openDump(databaseUrl, path.join(draft, DUMP), postgres);
  if (kept === 'pglite') {
    await unpackImage(path.join(draft, IMAGE), path.join(draft, 'pg'));
    return openPglite(draft);
  }
  const cluster = path.join(draft, CLUSTER);
  const replay = until === undefined ? '' : await layLog(file, cluster, until);
  await chownCluster(cluster);
  const { databasePassword } = await loadKeys(draft);
  return openCluster({
    dataDir,
    password: databasePassword,
    options: `${postgresOptions ?? ''} ${replay}`,
    cluster: path.relative(dataDir, cluster),
    binaries,
  });
}

const TABLES_OF_USERS = `
  select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`;

async function openDump(databaseUrl: string, file: string, major: string): Promise<Database> {
  const db = await openPostgres(databaseUrl);
  try {
    const [server] = await db.sql<{ major: number }>(
      "select current_setting('server_version_num')::int / 10000 as major",
    );
    if (server && server.major < Number(major))
      throw new StartupError(
        `PostgreSQL ${major} made the archive, and DATABASE_URL names an older one, ${server.major}. Name one of version ${major} or later; nothing was changed.`,
      );
    if ((await db.sql(TABLES_OF_USERS)).length > 0)
      throw new StartupError(
        'The database in DATABASE_URL is not empty. Make a new one for the restore; nothing was changed.',
      );
    await db.script(await platformRoles());
    await restoreDump(databaseUrl, file);
    await rm(file);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
