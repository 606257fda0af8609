import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import type { Json } from '#data/database.types.ts';
import { z } from '#lib/zod.ts';
import { type ImportLine, type ImportRow, importLineSchema } from './import.ts';

const linesSchema = z.array(importLineSchema);

type ImportRpc = 'import_artists' | 'import_murals';

const sendTo =
  (rpc: ImportRpc) =>
  async (rows: readonly ImportRow[], apply: boolean): Promise<ImportLine[]> => {
    const client = await browserClient();
    const answer = await client.rpc(rpc, { p_rows: rows as unknown as Json, p_apply: apply });
    return parseAnswer(linesSchema, unwrap(answer));
  };

/**
 * What an import of artists would do with each line, or with `apply` has done. One line with an error, and nothing is
 * written. Throws an AppError.
 */
export const importArtists = sendTo('import_artists');

/** The same of murals. */
export const importMurals = sendTo('import_murals');
