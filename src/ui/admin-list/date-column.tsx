import { shortDate } from '#lib/wall-time.ts';
import type { Column } from '../Table.tsx';

/** When a row was made. */
export const dateColumn = (header: string): Column<{ created_at: string }> => ({
  key: 'created_at',
  header,
  fit: true,
  cell: (row) => <time dateTime={row.created_at}>{shortDate(row.created_at)}</time>,
});
