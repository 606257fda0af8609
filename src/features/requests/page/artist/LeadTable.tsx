import { memo, useMemo, useRef } from 'react';
import { projectExcerpt } from '#lib/format.ts';
import { optionLabel } from '#lib/options.ts';
import { Badge } from '#ui/Badge.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import { When } from '#ui/When.tsx';
import type { ConversationSummary } from '../../conversation/conversation.api.ts';
import { leadKind } from '../../LeadFacts.tsx';
import type { Lead } from '../../lead.ts';
import type { LeadStatus } from '../../lead-status.ts';
import { LeadLink } from './LeadLink.tsx';
import { LeadStateBadge, UnreadBadge } from './LeadStateBadge.tsx';
import { StatusSelect } from './StatusSelect.tsx';
import type { Summaries } from './use-summaries.ts';

export interface LeadListProps {
  leads: readonly Lead[];
  summaries: Summaries;
  filter: LeadStatus | null;
  onOpen: (lead: string | null) => void;
}

interface Props extends LeadListProps {
  onStatus: (lead: Lead, status: LeadStatus) => void;
}

/** The leads with all their columns. Drawn anew only when they change: hundreds of rows are slow to draw. */
export const LeadTable = memo((props: Props) => {
  const { leads, summaries, filter, onOpen, onStatus } = props;
  const rows = useRows(leads, summaries);
  const columns = useMemo(
    () => leadColumns({ filter, onOpen, onStatus }),
    [filter, onOpen, onStatus],
  );
  return (
    <Table
      caption="Leads assigned to you"
      columns={columns}
      rows={rows}
      keyOf={({ lead }) => lead.id}
    />
  );
});

interface LeadRow {
  lead: Lead;
  summary: ConversationSummary | undefined;
}

/** The leads with what is known of their conversations. A row that says the same stays the same: it is not drawn anew. */
function useRows(leads: readonly Lead[], summaries: Summaries): LeadRow[] {
  const last = useRef(new Map<string, LeadRow>());
  return useMemo(() => {
    const rows = leads.map((lead) => {
      const row = { lead, summary: summaries.get(lead.id) };
      const before = last.current.get(lead.id);
      return before && saysTheSame(before, row) ? before : row;
    });
    last.current = new Map(rows.map((row) => [row.lead.id, row]));
    return rows;
  }, [leads, summaries]);
}

const saysTheSame = (a: LeadRow, b: LeadRow) =>
  a.lead === b.lead &&
  a.summary?.state === b.summary?.state &&
  a.summary?.unread === b.summary?.unread &&
  a.summary?.reported === b.summary?.reported;

function leadColumns({
  filter,
  onOpen,
  onStatus,
}: Pick<Props, 'filter' | 'onOpen' | 'onStatus'>): Column<LeadRow>[] {
  return [
    {
      key: 'project',
      header: 'Project',
      rowHeader: true,
      cell: ({ lead, summary }) => (
        // Wide enough for the excerpt on two lines, where there is room.
        <div className="@2xl:min-w-36 @4xl:min-w-56">
          <LeadLink
            lead={lead.id}
            filter={filter}
            onOpen={onOpen}
            data-row={lead.id}
            className="font-semibold underline decoration-line underline-offset-4 hover:decoration-brand"
          >
            {projectExcerpt(lead.project_description)}
          </LeadLink>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 font-normal text-ink-2 text-sm">
            <span>{leadKind(lead)}</span>
            {summary && !lead.withdrawn_at && (
              <>
                <LeadStateBadge state={summary.state} reported={summary.reported} />
                <UnreadBadge count={summary.unread} />
              </>
            )}
          </div>
        </div>
      ),
    },
    { key: 'name', header: 'Client', cell: ({ lead }) => lead.name },
    { key: 'city', header: 'City', cell: ({ lead }) => lead.city ?? '—' },
    {
      key: 'budget',
      header: 'Budget',
      fit: true,
      cell: ({ lead }) => (lead.budget_range ? optionLabel(lead.budget_range) : '—'),
    },
    {
      key: 'received',
      header: 'Received',
      fit: true,
      cell: ({ lead }) => <When iso={lead.created_at} />,
    },
    {
      key: 'status',
      header: 'Status',
      fit: true,
      cell: ({ lead }) =>
        lead.withdrawn_at ? (
          <Badge>Withdrawn</Badge>
        ) : (
          <StatusSelect lead={lead} onChange={(status) => onStatus(lead, status)} />
        ),
    },
  ];
}
