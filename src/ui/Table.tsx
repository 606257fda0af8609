// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the meaning of a table whose display changes, so the roles are written out.
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The header becomes a button that calls `onSort` with this key. */
  sortable?: boolean;
  /** The cell that names its row, for screen readers. One column should. */
  rowHeader?: boolean;
  numeric?: boolean;
}

export interface TableSort {
  key: string;
  desc: boolean;
}

interface TableProps<Row> {
  /** Names the table; read, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
  /** Dims the rows while newer ones are on their way. */
  busy?: boolean;
}

/** A table with sortable headers; below 768 px each row becomes a card with its column names beside the values. */
export function Table<Row>({ caption, columns, rows, keyOf, sort, onSort, busy }: TableProps<Row>) {
  return (
    <table
      role="table"
      aria-busy={busy || undefined}
      className={cx('w-full border-collapse text-left max-md:block', busy && 'opacity-60')}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:hidden">
        <tr role="row" className="border-line border-b-2">
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:flex max-md:flex-col max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className="border-line border-b hover:bg-paper-2 max-md:block max-md:rounded-card max-md:border max-md:p-3"
          >
            {columns.map((column) => (
              <BodyCell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeaderProps<Row> {
  column: Column<Row>;
  sort: TableSort | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const active = sort?.key === column.key;
  const arrow = active ? (sort.desc ? '↓' : '↑') : '↕';
  const order = active ? (sort.desc ? 'descending' : 'ascending') : undefined;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={column.sortable ? (order ?? 'none') : undefined}
      className={cx('px-3 py-2 font-semibold text-ink-2 text-sm', column.numeric && 'text-right')}
    >
      {column.sortable ? (
        <button
          type="button"
          onClick={() => onSort?.({ key: column.key, desc: active ? !sort.desc : false })}
          className="inline-flex min-h-8 cursor-pointer items-center gap-1 hover:text-ink"
        >
          {column.header}
          <span aria-hidden="true" className={active ? 'text-brand' : 'opacity-50'}>
            {arrow}
          </span>
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const Cell = column.rowHeader ? 'th' : 'td';
  return (
    <Cell
      role={column.rowHeader ? 'rowheader' : 'cell'}
      scope={column.rowHeader ? 'row' : undefined}
      data-label={column.header}
      className={cx(
        'px-3 py-2.5 align-middle font-normal wrap-anywhere',
        'max-md:grid max-md:grid-cols-[7.5rem_1fr] max-md:items-center max-md:justify-items-start max-md:gap-3 max-md:px-1 max-md:py-1.5',
        'max-md:before:font-semibold max-md:before:text-ink-2 max-md:before:text-sm max-md:before:content-[attr(data-label)]',
        column.numeric && 'tabular-nums md:text-right',
        column.rowHeader && 'font-semibold',
      )}
    >
      {column.cell(row)}
    </Cell>
  );
}
