import { paths } from '#config/paths.ts';
import { optionLabel, ROLES } from '#lib/options.ts';
import type { ListQuery } from '#lib/table-page.ts';
import { dateColumn } from '#ui/admin-list/date-column.tsx';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useTable } from '#ui/admin-list/use-table.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { Column } from '#ui/Table.tsx';
import type { AdminUser } from './admin-user.ts';
import { listUsers } from './users.api.ts';

const TONES: Record<string, BadgeTone> = { admin: 'brand', artist: 'accent', client: 'river' };

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: (user) => (
      <a href={paths.adminPerson(user.user_id)} className="underline underline-offset-2">
        {user.name}
      </a>
    ),
  },
  { key: 'email', header: 'Email', wide: true, cell: (user) => user.email },
  {
    key: 'role',
    header: 'Role',
    fit: true,
    cell: (user) => <Badge tone={TONES[user.role]}>{optionLabel(user.role)}</Badge>,
  },
  { key: 'lead_count', header: 'Leads', numeric: true, fit: true, cell: (user) => user.lead_count },
  dateColumn('Since'),
];
const CSV = [
  { header: 'Name', value: (user: AdminUser) => user.name },
  { header: 'Email', value: (user: AdminUser) => user.email },
  { header: 'Role', value: (user: AdminUser) => user.role },
  { header: 'Leads', value: (user: AdminUser) => user.lead_count },
  { header: 'Since', value: (user: AdminUser) => user.created_at },
  { header: 'User ID', value: (user: AdminUser) => user.user_id },
];

const rulesOf = (filters: readonly string[]) => ({
  filters,
  sorts: COLUMNS.map(({ key }) => key),
  initial: { sort: 'created_at', desc: true },
});
const EVERYONE = {
  title: 'People',
  load: listUsers,
  rules: rulesOf(ROLES),
  filters: ROLES.map((role) => ({ value: role, label: `${optionLabel(role)}s` })),
};
const CLIENTS = {
  title: 'Clients',
  load: (query: ListQuery, signal?: AbortSignal) =>
    listUsers({ ...query, filter: query.filter || 'client' }, signal),
  rules: rulesOf(['with_leads']),
  filters: [{ value: 'with_leads', label: 'With leads' }],
};

/** Everybody with a role, newest first, with how many leads each has sent (sections 2 and 7). */
export const UsersTab = () => <People {...EVERYONE} />;

/** The same of clients alone. */
export const ClientsTab = () => <People {...CLIENTS} />;

function People({ title, load, rules, filters }: typeof CLIENTS) {
  const table = useTable(load, rules);
  return (
    <ListView
      table={table}
      title={title}
      columns={COLUMNS}
      keyOf={(user) => user.user_id}
      searchLabel="Search name or email"
      filters={filters}
      csv={CSV}
      empty="No one yet."
    />
  );
}
