import { dateColumn } from '#ui/admin-list/date-column.tsx';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useTable } from '#ui/admin-list/use-table.ts';
import type { Column } from '#ui/Table.tsx';
import type { AdminClient } from './admin-user.ts';
import { listClients } from './users.api.ts';

const RULES = {
  filters: ['with_leads'],
  sorts: ['name', 'email', 'lead_count', 'created_at'],
  initial: { sort: 'created_at', desc: true },
};

const COLUMNS: readonly Column<AdminClient>[] = [
  { key: 'name', header: 'Name', rowHeader: true, cell: (client) => client.name },
  { key: 'email', header: 'Email', wide: true, cell: (client) => client.email },
  {
    key: 'lead_count',
    header: 'Leads',
    numeric: true,
    fit: true,
    cell: (client) => client.lead_count,
  },
  dateColumn('Since'),
];

/** Clients with how many leads each has sent (section 2). */
export function ClientsTab() {
  const table = useTable(listClients, RULES);
  return (
    <ListView
      table={table}
      title="Clients"
      columns={COLUMNS}
      keyOf={(client) => client.user_id}
      searchLabel="Search name or email"
      filters={[{ value: 'with_leads', label: 'With leads' }]}
      csv={[
        { header: 'Name', value: (client) => client.name },
        { header: 'Email', value: (client) => client.email },
        { header: 'Leads', value: (client) => client.lead_count },
        { header: 'Since', value: (client) => client.created_at },
        { header: 'User ID', value: (client) => client.user_id },
      ]}
      empty="No clients yet."
    />
  );
}
