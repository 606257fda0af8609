import { useCallback, useEffect, useState } from 'react';
import { OPEN_REQUEST, paths } from '#config/paths.ts';
import type { TabProps } from '#features/accounts/account-types.ts';
import { onNews } from '#features/notifications/notices.store.ts';
import { useAddresses } from '#features/pictures/use-addresses.ts';
import { plural, projectExcerpt } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { ShellSkeleton } from '#ui/skeletons.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import { When } from '#ui/When.tsx';
import { AssignmentBadge } from '../../AssignmentBadge.tsx';
import type { AssignmentState } from '../../assignment.ts';
import { leadKind } from '../../LeadFacts.tsx';
import { LeadStatusBadge } from '../../LeadStatusBadge.tsx';
import { leadPhotoAddresses } from '../../photos/lead-photos.api.ts';
import { type OwnLead, ownLeads } from '../client-leads.api.ts';
import { AdoptRequests } from './AdoptRequests.tsx';
import { OwnRequestPage } from './OwnRequestPage.tsx';
import { quoteNews, quoteStep } from './quote-standing.ts';

/** One request where the address names it, otherwise all. */
export function QuotesTab(props: TabProps) {
  const [request] = useState(() => new URLSearchParams(location.search).get(OPEN_REQUEST));
  return request ? <OwnRequestPage id={request} /> : <Quotes {...props} />;
}

/** A person's own requests, newest first, with the first 50 characters of each (sections 2 and 9). */
function Quotes({ account }: TabProps) {
  const load = useCallback(() => ownLeads(account.id), [account.id]);
  const { data: leads, busy, failed, reload, refresh } = useLoad(load);
  useEffect(() => onNews(refresh), [refresh]);
  const walls = leads?.flatMap(({ photo }) => photo ?? []) ?? [];
  const { urls } = useAddresses(walls, leadPhotoAddresses);
  if (!leads && failed && !busy)
    return <LoadFailed text="Your quotes didn’t load." onRetry={reload} />;
  if (!leads) return <ShellSkeleton />;
  const ask = <ButtonLink href={paths.quote}>Get a Quote</ButtonLink>;
  const adopt = <AdoptRequests onAdopted={reload} />;
  if (leads.length === 0) {
    return (
      <div className="flex flex-col gap-6">
        {adopt}
        <EmptyState title="No quote requests yet" action={ask}>
          Describe your wall once; artists who fit answer you.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      {adopt}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-ink-2">{plural(leads.length, 'request')}</p>
        {ask}
      </div>
      <Table
        caption="Your quote requests"
        columns={COLUMNS}
        rows={leads.map((lead) => ({ ...lead, src: urls[lead.photo ?? ''] }))}
        keyOf={(lead) => lead.id}
      />
    </div>
  );
}

interface Row extends OwnLead {
  /** Where its photo can be seen for a while. */
  src: string | null | undefined;
}

const COLUMNS: Column<Row>[] = [
  { key: 'project', header: 'Project', rowHeader: true, cell: (lead) => <Project lead={lead} /> },
  { key: 'artists', header: 'Artists', cell: sentTo },
  { key: 'sent', header: 'Sent', fit: true, cell: (lead) => <When iso={lead.created_at} /> },
  { key: 'status', header: 'Status', fit: true, cell: (lead) => <Standing lead={lead} /> },
];

/** Its wall, and the beginning of its text, which leads to its page. */
function Project({ lead }: { lead: Row }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {lead.photo && (
        <span className="size-14 overflow-hidden rounded-card bg-line">
          {lead.src && (
            <img src={lead.src} alt="" loading="lazy" className="size-full object-cover" />
          )}
        </span>
      )}
      <a
        href={paths.ownRequest(lead.id)}
        className="font-semibold underline decoration-line underline-offset-4 hover:decoration-brand"
      >
        {projectExcerpt(lead.project_description)}
      </a>
      {lead.kind === 'consultation' && <Badge>{leadKind(lead)}</Badge>}
    </div>
  );
}

/** What waits for the client there, or how far it is. */
function Standing({ lead }: { lead: OwnLead }) {
  if (lead.withdrawn_at) return <Badge>Withdrawn</Badge>;
  const news = quoteNews(lead);
  if (news) return <span className="font-semibold text-brand text-sm">{news}</span>;
  const step = quoteStep(lead);
  if (step) return <Badge tone="leaf">{step}</Badge>;
  const is = (state: AssignmentState) =>
    lead.artists.some(({ conversation }) => conversation?.state === state);
  // Until another artist has the job.
  return is('called_off') && !is('accepted') && !is('completed') ? (
    <AssignmentBadge state="called_off" />
  ) : (
    <LeadStatusBadge status={lead.status} />
  );
}

function sentTo(lead: OwnLead): string {
  const [first, ...others] = lead.artists;
  if (!first) return 'Not sent to an artist yet';
  return others.length > 0 ? `${first.artist_name} and ${others.length} more` : first.artist_name;
}
