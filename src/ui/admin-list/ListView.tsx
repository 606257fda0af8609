import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import type { Option } from '../forms/inputs.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { Pagination } from '../Pagination.tsx';
import type { Pieces } from '../pieces.ts';
import { Skeletons } from '../skeletons.tsx';
import { type Column, Table } from '../Table.tsx';
import type { CsvColumn } from './csv.ts';
import { ExportButton } from './ExportButton.tsx';
import { Toolbar } from './Toolbar.tsx';
import { tableCaption, tablePages } from './table-state.ts';
import type { TableModel } from './use-table.ts';

interface ListViewProps<Row> {
  table: TableModel<Row>;
  /** Names the table and the exported file: 'Artists'. */
  title: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  searchLabel: string;
  filters?: readonly Option[];
  /** What else narrows the list, below the search. */
  narrow?: Pieces;
  csv: readonly CsvColumn<Row>[];
  /** What an empty table says when nothing narrows it. */
  empty: string;
  /** Beside the export button. */
  actions?: Pieces;
  /** Above the table, such as what is done with the chosen rows. */
  above?: Pieces;
}

/** An admin list: search, filter, sort, export, table, pages, and its loading, empty and failed states. */
export function ListView<Row>(props: ListViewProps<Row>) {
  const { table, title, keyOf, searchLabel, filters, narrow, csv, actions, above } = props;
  const columns = props.columns.map((column) => ({
    ...column,
    sortable: table.sorts.includes(column.key),
  }));
  const { state, data, busy, failed } = table;
  const sort = { key: state.sort, desc: state.desc };
  return (
    <div className="@container space-y-5">
      <Toolbar table={table} columns={columns} searchLabel={searchLabel} filters={filters} />
      {narrow}
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="mr-auto text-ink-2 text-sm tabular-nums">
          {data && tableCaption(state.page, data.total)}
        </p>
        {actions}
        <ExportButton table={table} name={title.toLowerCase()} columns={csv} keyOf={keyOf} />
      </div>
      {above}
      {failed && <LoadFailed text={`${title} didn’t load.`} onRetry={table.reload} />}
      {!data && !failed && <Skeletons count={6} list="space-y-2" each="h-12" />}
      {data && (
        <>
          {data.rows.length > 0 ? (
            <Table
              caption={title}
              columns={columns}
              rows={data.rows}
              keyOf={keyOf}
              sort={sort}
              onSort={({ key, desc }) => table.show({ sort: key, desc })}
              busy={busy}
            />
          ) : (
            <Nothing {...props} />
          )}
          <Pagination
            label={`Pages of ${title}`}
            page={state.page}
            pages={tablePages(data.total)}
            href={(page) => table.hrefOf({ page })}
            onPage={(page) => table.show({ page })}
          />
        </>
      )}
    </div>
  );
}

/** Either nothing exists, or nothing fits; the second has a way out. */
function Nothing<Row>({ table, empty }: ListViewProps<Row>) {
  const { q, filter, page, only } = table.state;
  if (!q && !filter && !Object.keys(only ?? {}).length && page === 1)
    return <EmptyState title={empty} />;
  const clear = () => table.show({ q: '', filter: '', ...(only && { only: {} }) });
  return (
    <EmptyState
      title="Nothing fits this search"
      action={
        <Button variant="secondary" onClick={clear}>
          Clear Search and Filter
        </Button>
      }
    />
  );
}
