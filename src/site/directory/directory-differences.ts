import type { Directory } from './directory.ts';
import type { DirectoryChange, DirectoryRows } from './directory-change.ts';

type Row = { id: string };

/** What has to change in a directory so that it has these rows, as changes without a place in the outbox. */
export function differences(directory: Directory, rows: DirectoryRows): DirectoryChange[] {
  const held = directory.rows();
  return (Object.keys(rows) as (keyof DirectoryRows)[]).flatMap((table) => {
    const before = new Map(held[table].map((row: Row) => [row.id, row]));
    const after = new Map(rows[table].map((row: Row) => [row.id, row]));
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((rowId) => {
      const [old, now] = [before.get(rowId) ?? null, after.get(rowId) ?? null];
      if (JSON.stringify(old) === JSON.stringify(now)) return [];
      return [{ id: 0, table, rowId, old, new: now, deleted: !now } as DirectoryChange];
    });
  });
}
