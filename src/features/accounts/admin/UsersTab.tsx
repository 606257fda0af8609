import { optionLabel, ROLES } from '#lib/options.ts';
import { dateColumn } from '#ui/admin-list/date-column.tsx';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useTable } from '#ui/admin-list/use-table.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { Column } from '#ui/Table.tsx';
import type { AdminUser } from './admin-user.ts';
import { listUsers } from './users.api.ts';

const RULES = {
  filters: ROLES,
  sorts: ['name', 'email', 'role', 'created_at'],
  initial: { sort: 'created_at', desc: true },
};
const TONES: Record<string, BadgeTone> = { admin: 'brand', artist: 'accent', client: 'river' };

const COLUMNS: readonly Column<AdminUser>[] = [
  { key: 'name', header: 'Name', rowHeader: true, cell: (user) => user.name },
  { key: 'email', header: 'Email', wide: true, cell: (user) => user.email },
  {
    key: 'role',
    header: 'Role',
    fit: true,
    cell: (user) => <Badge tone={TONES[user.role]}>{optionLabel(user.role)}</Badge>,
  },
  dateColumn('Since'),
];

/** Everybody with a role, newest first (section 7). */
export function UsersTab() {
  const table = useTable(listUsers, RULES);
  return (
    <ListView
      table={table}
      title="Users"
      columns={COLUMNS}
      keyOf={(user) => user.user_id}
      searchLabel="Search name or email"
      filters={ROLES.map((role) => ({ value: role, label: `${optionLabel(role)}s` }))}
      csv={[
        { header: 'Name', value: (user) => user.name },
        { header: 'Email', value: (user) => user.email },
        { header: 'Role', value: (user) => user.role },
        { header: 'Since', value: (user) => user.created_at },
        { header: 'User ID', value: (user) => user.user_id },
      ]}
      empty="No users yet."
    />
  );
}
