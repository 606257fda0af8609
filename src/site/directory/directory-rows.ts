import type { BuildClient } from '#data/process/build-client.ts';
import { parseRows, readAll } from '#data/rows.ts';
import { DIRECTORY_SCHEMAS, type DirectoryRows, type DirectoryTable } from './directory-change.ts';

/**
 * Reads everything that pages show, in pages of 1,000 rows.
 * @throws ReadError when a read fails or a row breaks its schema.
 */
export async function readDirectoryRows(client: BuildClient): Promise<DirectoryRows> {
  const [artists, murals, cities, reviews, mural_redirects, estimate_rates] = await Promise.all([
    readTable(client, 'artists'),
    readTable(client, 'murals'),
    readTable(client, 'cities'),
    readTable(client, 'reviews'),
    readTable(client, 'mural_redirects'),
    readTable(client, 'estimate_rates'),
  ]);
  return { artists, murals, cities, reviews, mural_redirects, estimate_rates } as DirectoryRows;
}

function readTable(client: BuildClient, table: DirectoryTable) {
  const schema = DIRECTORY_SCHEMAS[table];
  const columns = Object.keys(schema.shape).join(',');
  return readAll<{ id: string }>(async (after, limit) => {
    let query = client.from(table).select(columns).order('id').limit(limit);
    if ('public_visible' in schema.shape) query = query.eq('public_visible', true);
    return parseRows(table, schema, await (after ? query.gt('id', after) : query));
  });
}
