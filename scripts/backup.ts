/** `npm run backup -- FILE [--keep N]`: the database and the files at one moment, with the server running or stopped. */
import { readEnvironment } from '#config/process/environment.ts';
import { makeBackup } from '#embedded/backup/backup.ts';
import { removeOlder } from '#embedded/backup/older.ts';
import { loadKeys } from '#embedded/index.ts';
import { megabytes } from '#features/publishing/publishing.ts';
import { run } from './lib/cli.ts';

const USAGE = `Usage: npm run backup -- FILE            write a backup to FILE, or into the folder FILE
       npm run backup -- FILE --keep N   then remove older ones beside it, so that N stay`;

await run(async (log) => {
  const { file, keep } = readArguments(process.argv.slice(2));
  const { dataDir, databaseUrl, hosted, buckets, keys: given } = readEnvironment(process.env);
  if (hosted) {
    throw new Error(
      'The database is a hosted project, whose host makes backups of it. Unset PUBLIC_SUPABASE_URL for the embedded one.',
    );
  }
  const keys = await loadKeys(dataDir, given);
  const made = await makeBackup({
    file,
    dataDir,
    databaseUrl,
    bucket: buckets.storage?.name,
    keys,
    log,
  });
  console.log(
    `The backup is in ${made.file} (${megabytes(made.bytes)}). It holds keys: keep it private.`,
  );
  if (keep === null) return;
  const removed = await removeOlder(made.file, keep);
  if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}`);
});

function readArguments(args: readonly string[]): { file: string; keep: number | null } {
  const at = args.indexOf('--keep');
  const rest = at < 0 ? args : args.toSpliced(at, 2);
  const [file = ''] = rest;
  if (rest.length !== 1 || file === '' || file.startsWith('-')) throw new Error(USAGE);
  if (at < 0) return { file, keep: null };
  const keep = Number(args[at + 1]);
  if (!Number.isInteger(keep) || keep < 1)
    throw new Error(`--keep takes how many stay, 1 or more, not '${args[at + 1] ?? ''}'.`);
  return { file, keep };
}
