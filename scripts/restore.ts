/** `npm run restore -- FILE`: puts a backup into an empty data directory. */
import { readEnvironment } from '#config/process/environment.ts';
import { restoreBackup } from '#embedded/backup/restore.ts';
import { readArguments, seeHelp, WrongArguments } from './lib/arguments.ts';
import { run } from './lib/cli.ts';

const HELP = {
  usage: 'npm run restore -- FILE',
  about: 'Puts a backup into an empty DATA_DIR, and checks the database and every upload.',
};
const [file] = readArguments(HELP, { words: 1 }).positionals;

await run(async (log) => {
  if (!file) throw new WrongArguments(`Name the FILE to restore. ${seeHelp(HELP)}`);
  const { dataDir, databaseUrl, hosted, postgresOptions } = readEnvironment(process.env);
  if (hosted)
    throw new Error('This restores an embedded database. Unset PUBLIC_SUPABASE_URL for it.');
  const { begun, objects, missing, bucket } = await restoreBackup({
    file,
    dataDir,
    databaseUrl,
    postgresOptions,
    log,
  });
  const lost = missing > 0 ? `, of which ${missing} have no file, as before` : '';
  console.log(
    `${dataDir} is as it was on ${begun}, with ${objects} uploads${lost}. "npm start" makes its pages.`,
  );
  if (bucket)
    console.log(
      `Its uploads stay in the bucket ${bucket}, as they are now: set STORAGE_BUCKET to it, and remove .muro/uploads.json from it once no other server uses it.`,
    );
});
