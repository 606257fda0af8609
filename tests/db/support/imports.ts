import { z } from 'zod';
import type { Queryable } from '#embedded/index.ts';
import { type ImportLine, importLineSchema } from '#features/claims/import-line.ts';
import { answered } from './actors.ts';
import { caller } from './world.ts';

/** What an admin is told of the lines of a file, as a plan or once they are applied. */
export async function importLines(
  tx: Queryable,
  of: 'artists' | 'murals',
  rows: readonly object[],
  apply: boolean,
): Promise<ImportLine[]> {
  const numbered = JSON.stringify(rows.map((row, i) => ({ line: i + 2, ...row })));
  const call = `public.import_${of}($1, $2)`;
  return z
    .array(importLineSchema)
    .parse(await answered(tx, caller('admin'), call, [numbered, apply]));
}
export const actions = (lines: readonly ImportLine[]) => lines.map(({ action }) => action);
