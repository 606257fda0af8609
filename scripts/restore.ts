/** `npm run restore -- FILE [--until TIME]`: puts a backup into an empty data directory. */
import { readEnvironment } from '#config/process/environment.ts';
import { restoreBackup } from '#embedded/backup/restore.ts';
import { type Help, readArguments, seeHelp, WrongArguments } from './lib/arguments.ts';
import { run } from './lib/cli.ts';

const HELP: Help = {
  usage: 'npm run restore -- FILE [--until TIME]',
  about: 'Puts a backup into an empty DATA_DIR, and checks the database and every upload.',
  rows: [
    [
      '--until TIME',
      'goes on with what --wal kept, as in 2026-11-28T14:05:00Z; "now" for all of it',
    ],
  ],
};
const { values, positionals } = readArguments(HELP, {
  options: { until: { type: 'string' } },
  words: 1,
});
const [file] = positionals;

/** Null for all that there is. */
function moment(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'now') return null;
  const time = new Date(text);
  // Without a zone it would be the machine's, and the log has another.
  if (Number.isNaN(time.getTime()) || !/(z|[+-]\d\d:?\d\d)$/i.test(text))
    throw new WrongArguments(
      `--until takes a time with its zone, as in 2026-11-28T14:05:00Z, or "now", not '${text}'.`,
    );
  return time.toISOString();
}

await run(async (log) => {
  if (!file) throw new WrongArguments(`Name the FILE to restore. ${seeHelp(HELP)}`);
  const until = moment(values.until);
  const { dataDir, databaseUrl, hosted, postgresOptions } = readEnvironment(process.env);
  if (hosted)
    throw new Error('This restores an embedded database. Unset PUBLIC_SUPABASE_URL for it.');
  const { begun, objects, missing, bucket, older } = await restoreBackup({
    file,
    dataDir,
    databaseUrl,
    postgresOptions,
    until,
    log,
  });
  const lost = missing > 0 ? `, of which ${missing} have no file, as before` : '';
  console.log(
    `${dataDir} is as it was ${until === undefined ? `on ${begun}` : until ? `at ${until}` : 'when its log ends'}, with ${objects} uploads${lost}. ${older ? `PostgreSQL ${older} made it: "node scripts/run.cjs db-move" takes it over, then "npm start"` : '"npm start"'} makes its pages.`,
  );
  if (bucket)
    console.log(
      `Its uploads stay in the bucket ${bucket}, as they are now: set STORAGE_BUCKET to it, and remove .muro/uploads.json from it once no other server uses it.`,
    );
});
