/** `node scripts/run.cjs db-move`: takes a database that PGlite or another version of PostgreSQL made over to the installed one, every row copied and compared. */
import { readEnvironment } from '#config/process/environment.ts';
import { loadKeys, moveToNative } from '#embedded/index.ts';
import { readArguments } from './lib/arguments.ts';
import { run } from './lib/cli.ts';

readArguments({
  usage: 'node scripts/run.cjs db-move',
  about:
    'Takes a database of PGlite or another PostgreSQL over to the installed one, each row compared.',
});
await run(async (log) => {
  const {
    dataDir,
    databaseUrl,
    hosted,
    keys: given,
    postgresOptions,
  } = readEnvironment(process.env);
  if (hosted || databaseUrl) {
    throw new Error(
      'This moves the embedded database of DATA_DIR. Unset DATABASE_URL and PUBLIC_SUPABASE_URL for it.',
    );
  }
  const keys = await loadKeys(dataDir, given);
  const { rows, kept } = await moveToNative({ dataDir, keys, log, postgresOptions });
  console.log(
    `The native engine has the database now: ${rows} rows, each compared. The one before is in ${kept}; remove it when you are content, and make a new backup.`,
  );
});
