/**
 * `npm run db:diff`: writes the baseline from supabase/schemas. From version 1.0 on a baseline that has landed stays, and a
 * release adds one migration to it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#node/root.ts';
import { readArguments } from './lib/arguments.ts';
import { run } from './lib/cli.ts';
import { BASELINE, baselineText } from './lib/schemas.ts';

readArguments({ usage: 'npm run db:diff', about: `Writes ${BASELINE} from supabase/schemas.` });

await run(async (log) => {
  const file = path.join(ROOT, BASELINE);
  const text = await baselineText();
  if ((await readFile(file, 'utf8').catch(() => '')) === text)
    return log(`${BASELINE} says what supabase/schemas says; nothing is written.`);
  await writeFile(file, text);
  log(
    `${BASELINE} is written. Data directories made before this change cannot be started any more: choose another DATA_DIR.`,
  );
});
