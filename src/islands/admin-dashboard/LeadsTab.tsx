import { useEffect, useMemo, useState } from 'react';
import { listLeads } from '#data/admin-lists.ts';
import type { AdminLead } from '#domain/admin.ts';
import { projectExcerpt } from '#domain/format.ts';
import { LEAD_LIFECYCLE, LEAD_STATUSES } from '#domain/lead-status.ts';
import { lookedAt, onNews } from '#stores/notices.ts';
import { Badge } from '#ui/Badge.tsx';
import { leadKind, When } from '#ui/LeadDetails.tsx';
import { LeadStatusBadge } from '#ui/LeadStatusBadge.tsx';
import type { Column } from '#ui/Table.tsx';
import { LeadPanel } from './LeadPanel.tsx';
import { ListView } from './ListView.tsx';
import { useTable } from './use-table.ts';

const RULES = {
  filters: [...LEAD_STATUSES, 'held', 'unassigned', 'reported'],
  sorts: ['name', 'city', 'kind', 'status', 'created_at'],
  initial: { sort: 'created_at', desc: true },
};
const FILTERS = [
  ...LEAD_STATUSES.map((status) => ({ value: status, label: LEAD_LIFECYCLE[status].label })),
  { value: 'held', label: 'Held' },
  { value: 'unassigned', label: 'Unassigned' },
  { value: 'reported', label: 'Reported' },
];

function columnsFor(open: (lead: AdminLead) => void): readonly Column<AdminLead>[] {
  return [
    {
      key: 'name',
      header: 'From',
      rowHeader: true,
      cell: (lead) => (
        <div>
          <button
            type="button"
            className="cursor-pointer text-left font-semibold underline underline-offset-2"
            onClick={() => open(lead)}
          >
            {lead.name}
          </button>
          <p className="font-normal text-ink-2 text-sm">
            {projectExcerpt(lead.project_description)}
          </p>
        </div>
      ),
    },
    { key: 'city', header: 'City', cell: (lead) => lead.city ?? '—' },
    { key: 'kind', header: 'Kind', fit: true, cell: leadKind },
    {
      key: 'status',
      header: 'Status',
      fit: true,
      cell: (lead) => <Standing lead={lead} />,
    },
    {
      key: 'artists',
      header: 'Artists',
      wide: true,
      cell: (lead) => lead.assignments.map(({ name }) => name).join(', ') || 'Nobody yet',
    },
    {
      key: 'created_at',
      header: 'Received',
      fit: true,
      cell: (lead) => <When iso={lead.created_at} />,
    },
  ];
}

/** All leads, the held ones and their decision included (sections 2 and 6). */
export function LeadsTab() {
  const table = useTable(listLeads, RULES);
  const { refresh } = table;
  useEffect(() => onNews(refresh), [refresh]);
  const [opened, setOpened] = useState<AdminLead | null>(null);
  const columns = useMemo(() => columnsFor(setOpened), []);
  // As the list has it now; a lead that the filter no longer finds, such as one just released, stays open.
  const listed = table.data?.rows.find(({ id }) => id === opened?.id);
  useEffect(() => {
    if (listed) setOpened((now) => (now?.id === listed.id ? listed : now));
  }, [listed]);
  const seen = opened?.id;
  useEffect(() => {
    if (seen) lookedAt(seen);
  }, [seen]);
  return (
    <>
      <ListView
        table={table}
        title="Leads"
        columns={columns}
        keyOf={(lead) => lead.id}
        searchLabel="Search name, email, city or text"
        filters={FILTERS}
        csv={CSV}
        empty="No leads yet."
      />
      <LeadPanel
        lead={opened && (listed ?? opened)}
        onClose={() => setOpened(null)}
        onChanged={table.reload}
      />
    </>
  );
}

function Standing({ lead }: { lead: AdminLead }) {
  if (lead.withdrawn_at) return <Badge>Withdrawn</Badge>;
  if (lead.assignments.some(({ reported }) => reported))
    return <Badge tone="danger">Reported</Badge>;
  return lead.held ? <Badge tone="danger">Held</Badge> : <LeadStatusBadge status={lead.status} />;
}

const standing = ({ withdrawn_at, held, status }: AdminLead) =>
  withdrawn_at ? 'withdrawn' : held ? 'held' : status;

const CSV = [
  { header: 'Received', value: (lead: AdminLead) => lead.created_at },
  { header: 'Kind', value: (lead: AdminLead) => lead.kind },
  { header: 'Status', value: standing },
  { header: 'Name', value: (lead: AdminLead) => lead.name },
  { header: 'Email', value: (lead: AdminLead) => lead.email },
  { header: 'Phone', value: (lead: AdminLead) => lead.phone },
  { header: 'City', value: (lead: AdminLead) => lead.city },
  { header: 'Project', value: (lead: AdminLead) => lead.project_description },
  { header: 'Mural size', value: (lead: AdminLead) => lead.mural_size },
  { header: 'Surface', value: (lead: AdminLead) => lead.surface_type },
  { header: 'Style', value: (lead: AdminLead) => lead.style_preference },
  { header: 'Budget', value: (lead: AdminLead) => lead.budget_range },
  { header: 'Preferred time', value: (lead: AdminLead) => lead.preferred_time },
  { header: 'Artists', value: (lead: AdminLead) => lead.assignments.map(({ name }) => name) },
  { header: 'Held because', value: (lead: AdminLead) => lead.held_reason },
  { header: 'Lead ID', value: (lead: AdminLead) => lead.id },
];
