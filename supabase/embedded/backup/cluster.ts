import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from '../base/database.ts';
import { StartupError } from '../base/errors.ts';
import type { ArchiveWriter } from './archive.ts';

/** What only means something to the running server; the same as PostgreSQL's own `pg_basebackup` leaves out. */
const EMPTIED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$|(^|\/)pgsql_tmp[^/]*$/;
const LEFT_OUT =
  /(^|\/)(postmaster\.pid|postmaster\.opts|pg_internal\.init[^/]*|backup_label(\.old)?|tablespace_map(\.old)?|current_logfiles|pgsql_tmp[^/]*)$/;

/** Written at every checkpoint, so it is read when everything else has been. */
const CONTROL = 'global/pg_control';

/**
 * Copies the files of a cluster that is in use into an archive, by PostgreSQL's protocol for that: it notes where its
 * log was before the first file and after the last, and starting from the copy replays what lies between.
 * @param hold does what is given it at the moment that the copy is to show.
 */
export async function copyCluster(
  tx: Transaction,
  clusterDir: string,
  archive: ArchiveWriter,
  hold: (atMoment: () => Promise<void>) => Promise<void>,
  log: (line: string) => void,
): Promise<void> {
  // Ends with this session. The server keeps its log from here on, however much is written meanwhile.
  await tx.sql('select pg_create_physical_replication_slot($1, true, true)', [
    `backup_${process.pid}`,
  ]);
  const [begin] = await tx.sql<{ segment: string }>(
    "select pg_walfile_name(pg_backup_start('mural directory', true)) as segment",
  );
  const names = await contents(clusterDir);
  for (const [done, name] of names.entries()) {
    await archiveOne(archive, clusterDir, name);
    if (done % 500 === 499) log(`Database: ${done + 1} of ${names.length} files`);
  }
  let end: { segment: string; label: string; tablespaces: string | null } | undefined;
  await hold(async () => {
    [end] = await tx.sql(
      'select pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as tablespaces from pg_backup_stop(false)',
    );
  });
  if (end?.tablespaces)
    throw new StartupError(
      'The database has tablespaces outside of its directory, which this command does not know; use pg_basebackup.',
    );
  const segments = (await readdir(path.join(clusterDir, 'pg_wal'))).filter(
    (name) => name.length === 24 && name >= (begin?.segment ?? '') && name <= (end?.segment ?? ''),
  );
  if (segments.sort()[0] !== begin?.segment)
    throw new StartupError(
      'So much was written meanwhile that the server let go of its log. Raise max_slot_wal_keep_size in POSTGRES_OPTIONS, or try again at a quieter time.',
    );
  for (const name of segments)
    await archive.file(`postgres/pg_wal/${name}`, path.join(clusterDir, 'pg_wal', name));
  await archive.bytes(`postgres/${CONTROL}`, await readWhole(path.join(clusterDir, CONTROL)));
  await archive.bytes('postgres/backup_label', end?.label ?? '');
}

/** Folders with a slash at their end, and files; by their path in the cluster. */
async function contents(clusterDir: string, below = ''): Promise<string[]> {
  const entries = await readdir(path.join(clusterDir, below), { withFileTypes: true });
  const lists = await Promise.all(
    entries.map(async (entry) => {
      const name = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isFile()) return LEFT_OUT.test(name) || name === CONTROL ? [] : [name];
      if (!entry.isDirectory()) return [];
      return [`${name}/`, ...(EMPTIED.test(name) ? [] : await contents(clusterDir, name))];
    }),
  );
  return lists.flat();
}

async function archiveOne(archive: ArchiveWriter, clusterDir: string, name: string): Promise<void> {
  if (name.endsWith('/')) await archive.folder(`postgres/${name.slice(0, -1)}`);
  // A table that was dropped since is gone; its end is in the log.
  else await archive.file(`postgres/${name}`, path.join(clusterDir, name));
}

/** A file that is written in one piece, not while that happens: until two looks show the same. */
async function readWhole(file: string): Promise<Buffer> {
  for (let last = await readFile(file); ; ) {
    const next = await readFile(file);
    if (next.equals(last)) return next;
    last = next;
  }
}
