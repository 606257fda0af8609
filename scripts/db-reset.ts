/** `node scripts/run.cjs db-reset`: empties the embedded database, its uploads and the pages made from them. Keys stay. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readEnvironment } from '#config/process/environment.ts';
import { lockDirectory } from '#embedded/index.ts';
import { readArguments } from './lib/arguments.ts';
import { run } from './lib/cli.ts';

/** Releases go too: they show rows that are no longer there. Image variants are found by content again; the next start removes the rest. */
const EMPTIED = ['pg', 'postgres', 'storage', 'mail', 'releases', 'media/index.jsonl'];

readArguments({
  usage: 'node scripts/run.cjs db-reset',
  about: 'Empties the embedded database, its uploads and the pages made from them. Keys stay.',
});
await run(async () => {
  const { dataDir, databaseUrl, hosted } = readEnvironment(process.env);
  if (hosted)
    throw new Error(
      'This would reset a hosted project. Unset PUBLIC_SUPABASE_URL, or reset it from its dashboard.',
    );
  if (databaseUrl) {
    throw new Error(
      'The database is the one in DATABASE_URL. Drop it with its own tools; this command only resets the embedded one.',
    );
  }
  if (!existsSync(dataDir)) return console.log(`There is nothing to reset in ${dataDir}.`);
  const unlock = lockDirectory(dataDir);
  try {
    for (const name of EMPTIED)
      await rm(path.join(dataDir, name), { recursive: true, force: true });
  } finally {
    unlock();
  }
  console.log(
    `The database in ${dataDir} is empty. The next start makes a new one; keys are kept.`,
  );
});
