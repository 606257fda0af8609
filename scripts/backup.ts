/** `npm run backup -- FILE [--keep N]`: the database and the files at one moment, with the server running or stopped; `-- --wal FOLDER`: what was stored since. */
import { readEnvironment } from '#config/process/environment.ts';
import { makeBackup } from '#embedded/backup/backup.ts';
import { removeOlder } from '#embedded/backup/older.ts';
import { keepLog } from '#embedded/backup/wal.ts';
import { loadKeys } from '#embedded/index.ts';
import { megabytes } from '#features/publishing/publishing.ts';
import { type Help, readArguments, seeHelp, WrongArguments } from './lib/arguments.ts';
import { run } from './lib/cli.ts';

const HELP: Help = {
  usage: 'npm run backup -- FILE [--keep N] | --wal FOLDER',
  about: 'Writes the database and the files to one archive, with the server running or stopped.',
  rows: [
    ['FILE', 'the archive, or a folder to put it into'],
    ['--keep N', 'then removes older archives beside it, so that N stay'],
    ['--wal FOLDER', 'adds what was stored since to the archives in FOLDER, every few minutes'],
  ],
};

await run(async (log) => {
  const { file, keep, wal } = readTarget();
  const { dataDir, databaseUrl, hosted, buckets, keys: given } = readEnvironment(process.env);
  if (hosted) {
    throw new Error(
      'The database is a hosted project, whose host makes backups of it. Unset PUBLIC_SUPABASE_URL for the embedded one.',
    );
  }
  const keys = await loadKeys(dataDir, given);
  const from = { dataDir, databaseUrl, bucket: buckets.storage?.name, keys };
  if (wal) {
    const { segments, isFirst } = await keepLog({ folder: wal, ...from });
    console.log(
      isFirst
        ? `From now on ${wal} is kept up to the minute. Make a backup there now: only one made after this can be brought further.`
        : `${wal} is up to this minute (${segments} new parts of the log).`,
    );
    return;
  }
  const made = await makeBackup({ file, ...from, log });
  console.log(
    `The backup is in ${made.file} (${megabytes(made.bytes)}). It holds keys: keep it private.`,
  );
  if (keep === null) return;
  const removed = await removeOlder(made.file, keep);
  if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}`);
});

function readTarget(): { file: string; keep: number | null; wal?: string } {
  const { values, positionals } = readArguments(HELP, {
    options: { keep: { type: 'string' }, wal: { type: 'string' } },
    words: 1,
  });
  const [file = ''] = positionals;
  if (values.wal) {
    if (file || values.keep !== undefined)
      throw new WrongArguments(`--wal stands alone: it makes no archive. ${seeHelp(HELP)}`);
    return { file, keep: null, wal: values.wal };
  }
  if (!file) throw new WrongArguments(`Name the FILE to write. ${seeHelp(HELP)}`);
  if (values.keep === undefined) return { file, keep: null };
  const keep = Number(values.keep);
  if (!Number.isInteger(keep) || keep < 1)
    throw new WrongArguments(`--keep takes how many stay, 1 or more, not '${values.keep}'.`);
  return { file, keep };
}
