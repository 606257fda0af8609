import type { Json } from '#data/database.types.ts';
import { ask } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import { type ImportLine, type ImportRow, importLineSchema } from './import-line.ts';
import { importedPhotosSchema } from './import-photos.ts';

const linesSchema = z.array(importLineSchema);

type ImportRpc = 'import_artists' | 'import_murals';

/** How many lines are written in one call: a busy server has time for as many (8 s). */
const PART = 100;

const sendTo = (rpc: ImportRpc) => {
  const send = (rows: readonly ImportRow[], apply: boolean): Promise<ImportLine[]> =>
    ask(linesSchema, rpc, { p_rows: rows as unknown as Json, p_apply: apply });
  return async (rows: readonly ImportRow[], apply: boolean): Promise<ImportLine[]> => {
    if (!apply) return send(rows, false);
    const lines: ImportLine[] = [];
    for (let at = 0; at < rows.length; at += PART) {
      const part = await send(rows.slice(at, at + PART), true);
      if (!part.every(({ action }) => action)) {
        const written = lines.map((line) => ({ ...line, action: 'same' as const, changes: [] }));
        return [...written, ...part, ...(await send(rows.slice(at + PART), false))];
      }
      lines.push(...part);
    }
    return lines;
  };
};

/**
 * What an import of artists would do with each line, or with `apply` has done. It is written in parts of a hundred lines,
 * all of a part or nothing; where a line has an error the answer says what the rest would do. Nothing is written twice, so
 * it can be sent again. Throws an AppError.
 */
export const importArtists = sendTo('import_artists');

/** The same of murals. */
export const importMurals = sendTo('import_murals');

/** How far the photos of these pages are. Throws an AppError. */
export const importedPhotos = (slugs: readonly string[]) =>
  ask(importedPhotosSchema, 'imported_photos', { p_slugs: [...slugs] });

const shownSchema = z.object({ shown: z.array(z.guid()), later: z.array(z.guid()) });

/** Makes these unclaimed pages public, those that wait for photos with the first; gives their ids. Throws an AppError. */
export async function showImported(slugs: readonly string[]): Promise<string[]> {
  const { shown, later } = await ask(shownSchema, 'show_imported_artists', { p_slugs: [...slugs] });
  return [...shown, ...later];
}
