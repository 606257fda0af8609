import { useCallback, useEffect, useState } from 'react';
import { OPEN_REQUEST, paths } from '#config/paths.ts';
import type { TabProps } from '#features/accounts/account-types.ts';
import { actionText, stepLabel } from '#features/jobs/steps.ts';
import { onNews } from '#features/notifications/notices.store.ts';
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
import { type OwnLead, ownLeads } from '../client-leads.api.ts';
import { AdoptRequests } from './AdoptRequests.tsx';
import { OwnRequestPage } from './OwnRequestPage.tsx';

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
  if (!leads && failed && !busy) return <LoadFailed what="Your quotes" onRetry={reload} />;
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
        rows={leads}
        keyOf={(lead) => lead.id}
      />
    </div>
  );
}

const COLUMNS: Column<OwnLead>[] = [
  { key: 'project', header: 'Project', rowHeader: true, cell: (lead) => <Project lead={lead} /> },
  { key: 'artists', header: 'Artists', cell: sentTo },
  { key: 'sent', header: 'Sent', fit: true, cell: (lead) => <When iso={lead.created_at} /> },
  { key: 'status', header: 'Status', fit: true, cell: (lead) => <Standing lead={lead} /> },
];

/** The beginning of its text, which leads to its page. */
function Project({ lead }: { lead: OwnLead }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
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

/** What waits for the client there: their turn, and messages that they have not seen; or how far it is. */
function Standing({ lead }: { lead: OwnLead }) {
  if (lead.withdrawn_at) return <Badge>Withdrawn</Badge>;
  const conversations = lead.artists.flatMap(({ conversation }) => conversation ?? []);
  const turns = conversations.flatMap(({ turn }) => (turn?.waits ? turn : []));
  const offers = turns.filter(({ action }) => action === 'answer_proposal').length;
  const unread = conversations.reduce((sum, one) => sum + one.unread, 0);
  const news = [
    ...turns.filter(({ action }) => action !== 'answer_proposal').map((turn) => actionText(turn)),
    offers > 0 && plural(offers, 'proposal'),
    unread > 0 && plural(unread, 'new message'),
  ].filter(Boolean);
  if (news.length > 0)
    return <span className="font-semibold text-brand text-sm">{news.join(', ')}</span>;
  const job = lead.artists.find(({ conversation: one }) =>
    one ? stepLabel(one.step, one.turn, one.theirs, '') : null,
  );
  if (job?.conversation) {
    const { step, turn, theirs } = job.conversation;
    return <Badge tone="leaf">{stepLabel(step, turn, theirs, job.artist_name)}</Badge>;
  }
  const is = (state: AssignmentState) => conversations.some((one) => one.state === state);
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
