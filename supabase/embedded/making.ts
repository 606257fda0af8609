import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { causeOf } from './causes.ts';
import { StartupError } from './errors.ts';

/**
 * Marks a database as unfinished until its first start has come to the end, seed data included: a first start that a
 * full disk or a kill cut short is begun again, instead of being taken for a database that is damaged. Nobody can have
 * stored anything before: the services open afterwards.
 * @returns whether this is a first start, and what to call at its end.
 */
export function beginMaking(dataDir: string): { first: boolean; done: () => void } {
  const pg = path.join(dataDir, 'pg');
  const marker = path.join(dataDir, 'pg.unfinished');
  const unfinished = existsSync(marker);
  const first = unfinished || !existsSync(pg);
  try {
    if (unfinished) rmSync(pg, { recursive: true, force: true });
    if (first) writeFileSync(marker, '');
  } catch (error) {
    throw new StartupError(`The files in ${dataDir} cannot be written: ${causeOf(error)}.`);
  }
  return { first, done: () => rmSync(marker, { force: true }) };
}
