import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { causeOf } from '#node/causes.ts';
import { StartupError } from '../base/errors.ts';
import { engineOf, removeDatabase } from '../database/engine.ts';

/**
 * Marks a database as unfinished until its first start has come to the end, seed data included: a first start that a
 * full disk or a kill cut short is begun again, instead of being taken for a database that is damaged. Nobody can have
 * stored anything before: the services open afterwards.
 * @returns what to call at the end of a first start.
 */
export async function beginFirstStart(dataDir: string): Promise<() => void> {
  const marker = path.join(dataDir, 'pg.unfinished');
  const unfinished = existsSync(marker);
  try {
    if (unfinished) await removeDatabase(dataDir);
    if (engineOf(dataDir) === null) writeFileSync(marker, '');
  } catch (error) {
    throw new StartupError(`The files in ${dataDir} cannot be written: ${causeOf(error)}.`);
  }
  return () => rmSync(marker, { force: true });
}
