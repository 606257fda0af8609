import { useEffect } from 'react';
import { OPEN_PARAM } from '#config/dashboard.ts';
import { paths } from '#config/paths.ts';
import { markLeadSeen } from '#data/artist-leads.ts';
import { plural, projectExcerpt } from '#domain/format.ts';
import type { Lead } from '#domain/lead.ts';
import { LEAD_LIFECYCLE, LEAD_STATUSES, type LeadStatus } from '#domain/lead-status.ts';
import { optionLabel } from '#domain/options.ts';
import { lookedAt } from '#stores/notices.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { LoadFailed } from '#ui/dashboard/LoadFailed.tsx';
import { ShellSkeleton } from '#ui/dashboard/states.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FormField } from '#ui/FormField.tsx';
import { leadKind, When } from '#ui/LeadDetails.tsx';
import { ProjectButton } from '#ui/ProjectButton.tsx';
import { SavedElsewhere } from '#ui/SavedElsewhere.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import { useOpened } from '#ui/use-opened.ts';
import type { ArtistTabProps } from '../ArtistDashboard.tsx';
import { LeadDialog } from './LeadDialog.tsx';
import { StatusSelect } from './StatusSelect.tsx';
import { useLeads } from './use-leads.ts';
import { useStatusFilter } from './use-status-filter.ts';

const FILTERS = LEAD_STATUSES.map((value) => ({ value, label: LEAD_LIFECYCLE[value].label }));

/** The leads assigned to the artist, newest first (sections 2 and 4). */
export function LeadsTab({ artist }: ArtistTabProps) {
  const [filter, setFilter] = useStatusFilter();
  const { status, leads, total, reload, more, setStatus, ...answer } = useLeads(artist.id, filter);
  const [openId, setOpenId] = useOpened(OPEN_PARAM.artist);
  const opened = leads.find((lead) => lead.id === openId) ?? null;
  const seen = opened?.id;
  useEffect(() => {
    if (!seen) return;
    // Not worth a word to the artist: the next time notes it.
    markLeadSeen(seen).catch(console.error);
    lookedAt(seen);
  }, [seen]);
  const columns = leadColumns(({ id }) => setOpenId(id), setStatus);

  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <FormField
          label="Filter by status"
          required
          className="w-48"
          placeholder="All"
          options={FILTERS}
          value={filter ?? ''}
          onText={(status) => setFilter((status || null) as LeadStatus | null)}
        />
        <p role="status" className="text-ink-2">
          {status === 'ready' && total > 0 && plural(total, 'lead')}
        </p>
      </div>
      {status === 'failed' && <LoadFailed what="Your leads" onRetry={reload} />}
      {status === 'loading' && leads.length === 0 && <ShellSkeleton />}
      {status === 'ready' && leads.length === 0 && <NoLeads filtered={filter !== null} />}
      {leads.length > 0 && (
        <Table caption="Leads assigned to you" columns={columns} rows={leads} keyOf={(l) => l.id} />
      )}
      {status !== 'failed' && leads.length > 0 && leads.length < total && (
        <Button
          variant="secondary"
          busy={status === 'loading'}
          onClick={more}
          className="self-center"
        >
          Show more
        </Button>
      )}
      <LeadDialog lead={opened} onClose={() => setOpenId(null)} onStatus={setStatus} />
      <SavedElsewhere
        sides={statusSides(answer.question)}
        onDecide={({ status: choice }) => answer.decide(choice)}
        onClose={answer.postpone}
      />
    </div>
  );
}

function statusSides(question: { lead: Lead; mine: LeadStatus } | null) {
  if (!question) return null;
  const { lead, mine } = question;
  return [
    {
      field: 'status' as const,
      label: `Status of ${projectExcerpt(lead.project_description)}`,
      mine: LEAD_LIFECYCLE[mine].label,
      theirs: LEAD_LIFECYCLE[lead.status].label,
    },
  ];
}

function NoLeads({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState title="No leads with this status" />
  ) : (
    <EmptyState
      title="No leads yet"
      action={
        <ButtonLink variant="secondary" href={paths.dashboard('artist', 'portfolio')}>
          Go to Portfolio
        </ButtonLink>
      }
    >
      Requests that people send to you appear here. A public profile with a portfolio gets them.
    </EmptyState>
  );
}

function leadColumns(
  open: (lead: Lead) => void,
  setStatus: (lead: Lead, status: LeadStatus) => void,
): Column<Lead>[] {
  return [
    {
      key: 'project',
      header: 'Project',
      rowHeader: true,
      cell: (lead) => (
        // Wide enough for the excerpt on two lines, where there is room.
        <div className="@2xl:min-w-36 @4xl:min-w-56">
          <ProjectButton text={lead.project_description} onClick={() => open(lead)} />
          <p className="font-normal text-ink-2 text-sm">{leadKind(lead)}</p>
        </div>
      ),
    },
    { key: 'name', header: 'Client', cell: (lead) => lead.name },
    { key: 'city', header: 'City', cell: (lead) => lead.city ?? '—' },
    {
      key: 'budget',
      header: 'Budget',
      fit: true,
      cell: (lead) => (lead.budget_range ? optionLabel(lead.budget_range) : '—'),
    },
    {
      key: 'received',
      header: 'Received',
      fit: true,
      cell: (lead) => <When iso={lead.created_at} />,
    },
    {
      key: 'status',
      header: 'Status',
      fit: true,
      cell: (lead) =>
        lead.withdrawn_at ? (
          <Badge>Withdrawn</Badge>
        ) : (
          <StatusSelect lead={lead} onChange={(status) => setStatus(lead, status)} />
        ),
    },
  ];
}
