import { type Option, Select } from '../forms/inputs.tsx';
import type { Column } from '../Table.tsx';
import { Labelled } from './Labelled.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { TableModel } from './use-table.ts';

interface ToolbarProps<Row> {
  table: TableModel<Row>;
  columns: readonly Column<Row>[];
  searchLabel: string;
  filters?: readonly Option[] | undefined;
}

/** Above a list: search, filter, and where the list is narrow and the headers are gone, the order. */
export function Toolbar<Row>(props: ToolbarProps<Row>) {
  const { table, columns, searchLabel, filters } = props;
  const { q, filter } = table.state;
  const search = (text: string) => table.show({ q: text }, 'replace');
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SearchBox label={searchLabel} value={q} onSearch={search} />
      {filters && (
        <Labelled label="Show" className="min-w-[min(7rem,100%)] flex-1 @2xl:max-w-44">
          <Select
            value={filter}
            options={filters}
            placeholder="All"
            onChange={(event) => table.show({ filter: event.target.value })}
          />
        </Labelled>
      )}
      <SortSelect table={table} columns={columns} />
    </div>
  );
}

/** Columns of days and times. */
const DATES = ['created_at', 'at'];

function SortSelect<Row>({ table, columns }: Pick<ToolbarProps<Row>, 'table' | 'columns'>) {
  const { sort, desc } = table.state;
  const orders = columns
    .filter((column) => column.sortable)
    .flatMap(({ key, header }) => {
      const [up, down] = DATES.includes(key)
        ? ['Oldest first', 'Newest first']
        : [`${header}, ascending`, `${header}, descending`];
      return [
        { value: `${key} asc`, label: up },
        { value: `${key} desc`, label: down },
      ];
    });
  if (orders.length === 0) return null;
  return (
    <Labelled label="Sort by" className="min-w-[min(11rem,100%)] flex-2 @2xl:hidden">
      <Select
        value={`${sort} ${desc ? 'desc' : 'asc'}`}
        options={orders}
        onChange={(event) => {
          const [key = sort, direction] = event.target.value.split(' ');
          table.show({ sort: key, desc: direction === 'desc' });
        }}
      />
    </Labelled>
  );
}
