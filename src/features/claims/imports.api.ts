import type { Json } from '#data/database.types.ts';
import { ask } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import { type ImportLine, type ImportRow, importLineSchema } from './import-line.ts';
import { type ImportedPhotos, importedPhotosSchema } from './import-photos.ts';

const linesSchema = z.array(importLineSchema);

type ImportRpc = 'import_artists' | 'import_murals';

const sendTo =
  (rpc: ImportRpc) =>
  async (rows: readonly ImportRow[], apply: boolean): Promise<ImportLine[]> => {
    return ask(linesSchema, rpc, { p_rows: rows as unknown as Json, p_apply: apply });
  };

/**
 * What an import of artists would do with each line, or with `apply` has done. One line with an error, and nothing is
 * written. Throws an AppError.
 */
export const importArtists = sendTo('import_artists');

/** The same of murals. */
export const importMurals = sendTo('import_murals');

/** How far the photos of these pages are. Throws an AppError. */
export async function importedPhotos(slugs: readonly string[]): Promise<ImportedPhotos> {
  return ask(importedPhotosSchema, 'imported_photos', { p_slugs: [...slugs] });
}

const shownSchema = z.object({ shown: z.array(z.guid()), later: z.array(z.guid()) });

/** Makes these unclaimed pages public, those that wait for photos with the first; gives their ids. Throws an AppError. */
export async function showImported(slugs: readonly string[]): Promise<string[]> {
  const { shown, later } = await ask(shownSchema, 'show_imported_artists', { p_slugs: [...slugs] });
  return [...shown, ...later];
}
