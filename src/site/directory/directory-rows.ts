import type { BuildClient } from '#data/process/build-client.ts';
import { parseRows, readAll } from '#data/rows.ts';
import { DIRECTORY_SCHEMAS, type DirectoryRows, type DirectoryTable } from './directory-change.ts';

/**
 * Reads everything that pages show, in pages of 1,000 rows.
 * @throws ReadError when a read fails or a row breaks its schema.
 */
export async function readDirectoryRows(client: BuildClient): Promise<DirectoryRows> {
  const tables = Object.keys(DIRECTORY_SCHEMAS) as DirectoryTable[];
  const read = tables.map(async (table) => [table, await readTable(client, table)] as const);
  return Object.fromEntries(await Promise.all(read)) as unknown as DirectoryRows;
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
