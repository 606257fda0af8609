// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the meaning of a table whose display changes, so the roles are written out.
import { memo, type ReactNode } from 'react';
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
  /** Short values that stay on one line, such as dates. */
  fit?: boolean;
  /** Takes the whole width of a card. */
  wide?: boolean;
}

interface TableSort {
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

/**
 * A table with sortable headers. Where its own place is narrower than 42rem, which a sidebar can make it on any
 * screen, each row becomes a card: the row's name as its title, the other values below their column names.
 */
export function Table<Row>({ caption, columns, rows, keyOf, sort, onSort, busy }: TableProps<Row>) {
  return (
    <div className="@container">
      <table
        role="table"
        aria-busy={busy || undefined}
        className={cx('w-full border-collapse text-left @max-2xl:block', busy && 'opacity-60')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="@max-2xl:hidden">
          <tr role="row" className="border-line border-b-2">
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-2xl:flex @max-2xl:flex-col @max-2xl:gap-3">
          {rows.map((row) => (
            <BodyRow key={keyOf(row)} columns={columns} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

// A card that is out of sight is not laid out: there may be hundreds.
const ROW =
  'border-line border-b hover:bg-paper-2 @max-2xl:grid @max-2xl:grid-cols-2 @max-3xs:grid-cols-1 @max-2xl:gap-x-4 @max-2xl:gap-y-2.5 @max-2xl:rounded-card @max-2xl:border @max-2xl:bg-paper-2 @max-2xl:p-4 @max-2xl:[contain-intrinsic-size:auto_14rem] @max-2xl:[content-visibility:auto]';
// Long words may break anywhere, but do not make a column of single letters while there is room.
const FLOWING = 'wrap-anywhere @2xl:min-w-22 @4xl:min-w-28 @5xl:min-w-36';
const TITLE = 'font-semibold @max-2xl:order-first @max-2xl:col-span-full';
const VALUE =
  '@max-2xl:text-sm @max-2xl:before:block @max-2xl:before:pb-0.5 @max-2xl:before:text-ink-2 @max-2xl:before:text-xs @max-2xl:before:content-[attr(data-label)]';

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
      className={cx(
        'px-2 py-2 font-semibold text-ink-2 text-sm @4xl:px-3',
        column.numeric && 'text-right',
      )}
    >
      {column.sortable ? (
        <button
          type="button"
          onClick={() => onSort?.({ key: column.key, desc: active ? !sort.desc : false })}
          className="inline-flex min-h-8 cursor-pointer items-center gap-1 hover:text-ink"
        >
          <span>{column.header}</span>
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

/** Drawn anew only when its own row changes, where the columns stay the same: a table may have hundreds. */
const BodyRow = memo(<Row,>({ columns, row }: Pick<TableProps<Row>, 'columns'> & { row: Row }) => (
  <tr role="row" className={ROW}>
    {columns.map((column) => (
      <BodyCell key={column.key} column={column} row={row} />
    ))}
  </tr>
)) as <Row>(props: Pick<TableProps<Row>, 'columns'> & { row: Row }) => ReactNode;

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const Cell = column.rowHeader ? 'th' : 'td';
  return (
    <Cell
      role={column.rowHeader ? 'rowheader' : 'cell'}
      scope={column.rowHeader ? 'row' : undefined}
      data-label={column.header}
      className={cx(
        'font-normal @2xl:px-2 @2xl:py-2.5 @4xl:px-3 @2xl:align-middle @max-2xl:min-w-0 @max-2xl:empty:hidden',
        column.numeric && 'tabular-nums @2xl:text-right',
        column.fit ? 'wrap-break-word @4xl:whitespace-nowrap' : FLOWING,
        column.rowHeader ? TITLE : VALUE,
        column.wide && '@max-2xl:order-last @max-2xl:col-span-full',
      )}
    >
      {column.cell(row)}
    </Cell>
  );
}
