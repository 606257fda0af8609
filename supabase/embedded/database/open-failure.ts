import path from 'node:path';
import { causeOfCode, writeProblem } from '#node/causes.ts';
import { sentence } from '#node/errors.ts';
import { StartupError } from '../base/errors.ts';
import { versionOf } from '../native/cluster.ts';

/** What the pinned PGlite makes, and the only one that it reads. */
export const PG_VERSION = 17;

/**
 * Why PGlite could not open the database of a data directory; its own error names the cause in none of these cases.
 * Whatever it is, the files are the operator's only copy: no sentence here may lead to their loss.
 */
export async function openFailure(dataDir: string | null, error: unknown): Promise<StartupError> {
  if (dataDir === null)
    return new StartupError(`The database in memory cannot be opened: ${sentence(error)}.`);
  const dir = path.join(dataDir, 'pg');
  const problem = (await writeProblem(dataDir)) ?? (await writeProblem(dir));
  if (problem) return unwritableDatabase(dir, problem);
  const version = Number.parseInt(await versionOf(dir), 10);
  if (version && version !== PG_VERSION) {
    const age = version > PG_VERSION ? 'newer' : 'older';
    return new StartupError(
      `The database in ${dir} cannot be opened: it is of a ${age} version, PostgreSQL ${version}, and this program reads ${PG_VERSION}; start it with the version of this program that made it.`,
    );
  }
  return new StartupError(
    `The database in ${dir} cannot be opened: it seems to be damaged (${sentence(error).replace(/\.$/, '')}); keep the directory as it is, and start with a copy of a backup in another one that DATA_DIR names.`,
  );
}

export function unwritableDatabase(dir: string, code: string): StartupError {
  const cause = causeOfCode(code) ?? `the operating system says ${code}`;
  return new StartupError(
    `The database in ${dir} cannot be opened: ${cause}. Nothing in it is damaged.`,
  );
}
