import type { ListQuery, TablePage } from '#lib/table-page.ts';

const EXPORT_PAGE = 500;

/**
 * Every row that a list's search and filter find, fetched in pages. A row that moved between two pages while they
 * were fetched comes once. `onProgress` gets the share that has arrived, 0 to 1.
 */
export async function collectRows<Row>(
  load: (query: ListQuery) => Promise<TablePage<Row>>,
  query: Omit<ListQuery, 'limit' | 'offset'>,
  keyOf: (row: Row) => string,
  onProgress: (share: number) => void = () => {},
): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (let offset = 0; ; ) {
    const { total, rows } = await load({ ...query, limit: EXPORT_PAGE, offset });
    for (const row of rows) found.set(keyOf(row), row);
    // The server may give fewer than asked for, so the next page starts where this one ended.
    offset += rows.length;
    onProgress(total === 0 ? 1 : Math.min(1, offset / total));
    if (rows.length === 0 || offset >= total) return [...found.values()];
  }
}
