import { optionLabel } from '#lib/options.ts';
import { momentLabel } from '#lib/wall-time.ts';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useTable } from '#ui/admin-list/use-table.ts';
import type { Column } from '#ui/Table.tsx';
import { type AuditEntry, auditActor, auditName, auditPath, auditText } from './admin.ts';
import { listAudit } from './audit.api.ts';

const KINDS = [
  'lead',
  'artist',
  'mural',
  'picture',
  'city',
  'role',
  'account',
  'publish',
  'request',
  'conversation',
  'review',
];
const RULES = {
  filters: KINDS,
  sorts: ['at', 'action', 'actor_email'],
  initial: { sort: 'at', desc: true },
};

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When',
    fit: true,
    cell: (entry) => <time dateTime={entry.at}>{momentLabel(entry.at)}</time>,
  },
  {
    key: 'actor_email',
    header: 'Who',
    cell: auditActor,
  },
  { key: 'action', header: 'What', rowHeader: true, cell: (entry) => auditName(entry.action) },
  {
    key: 'detail',
    header: 'Details',
    wide: true,
    cell: (entry) => auditText(entry) || '—',
  },
  {
    key: 'subject',
    header: 'Subject',
    wide: true,
    cell: (entry) => <Subject {...entry} />,
  },
];

function Subject(entry: AuditEntry) {
  const path = auditPath(entry);
  if (!path) return '—';
  return (
    <a href={path} className="underline underline-offset-2">
      {entry.action.startsWith('role.') ? 'Open the person' : 'Open the lead'}
    </a>
  );
}

/** What admins did, newest first; nobody can change it. */
export function AuditTab() {
  const table = useTable(listAudit, RULES);
  return (
    <ListView
      table={table}
      title="Audit trail"
      columns={COLUMNS}
      keyOf={(entry) => String(entry.id)}
      searchLabel="Search action, person or subject"
      filters={KINDS.map((kind) => ({ value: kind, label: optionLabel(kind) }))}
      csv={[
        { header: 'When', value: (entry) => entry.at },
        { header: 'Who', value: (entry) => entry.actor_email },
        { header: 'What', value: (entry) => entry.action },
        { header: 'Details', value: (entry) => JSON.stringify(entry.detail) },
        { header: 'Subject', value: (entry) => entry.subject },
      ]}
      empty="Nothing has happened yet."
    />
  );
}
