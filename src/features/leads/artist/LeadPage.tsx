import { useEffect, useRef } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { LazyRequestRules } from '#features/permits/LazyRequestRules.tsx';
import { type AssignmentState, isOff } from '#features/requests/assignment.ts';
import { ConversationSection } from '#features/requests/conversation/ConversationSection.tsx';
import { LeadContact, LeadFacts, leadKind } from '#features/requests/LeadFacts.tsx';
import type { Lead } from '#features/requests/lead.ts';
import type { ShownDetails } from '#features/requests/lead-details.ts';
import { LEAD_LIFECYCLE, type LeadStatus } from '#features/requests/lead-status.ts';
import { LeadPhotosSection } from '#features/requests/photos/LeadPhotosSection.tsx';
import { wallSize } from '#features/requests/wall-size.ts';
import { projectExcerpt } from '#lib/format.ts';
import { optionLabel } from '#lib/options.ts';
import { buttonClass } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import type { Pieces } from '#ui/pieces.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import { ShellSkeleton } from '#ui/skeletons.tsx';
import { LeadLink } from './LeadLink.tsx';
import { LeadStateBadge } from './LeadStateBadge.tsx';
import { LeadWork } from './LeadWork.tsx';
import { StatusSelect } from './StatusSelect.tsx';
import type { LeadsLinks } from './use-leads-address.ts';
import type { useOpenedLead } from './use-opened-lead.ts';

interface Props {
  artist: Artist;
  page: ReturnType<typeof useOpenedLead>;
  /** The lead as it is known so far: the list may have it before the page. */
  lead: Lead | null;
  /** How many messages of the client are new. */
  unread: number;
  links: LeadsLinks;
  onStatus: (lead: Lead, status: LeadStatus) => void;
  /** Something was done that changes more than the status. */
  onChanged: () => void;
}

/** One lead: what is asked, who asks, and what the artist makes of it. */
export function LeadPage(props: Props) {
  const { artist, page, lead, unread, links, onStatus, onChanged } = props;
  const back = { links, to: { lead: null } };
  if (page.missing) {
    return (
      <EmptyState
        title="This isn’t one of your leads"
        action={
          <LeadLink {...back} className={buttonClass('secondary')}>
            Back to Leads
          </LeadLink>
        }
      />
    );
  }
  return (
    <article aria-labelledby="lead" className="flex min-w-0 flex-col gap-6">
      <LeadLink {...back} className="self-start underline underline-offset-4 xl:hidden">
        <span aria-hidden="true">← </span>
        Back to Leads
      </LeadLink>
      {lead && (
        <>
          <Heading title={knownName(lead) ?? leadKind(lead)}>
            {page.opened && !lead.withdrawn_at && (
              <LeadStateBadge state={page.opened.assignment.state} />
            )}
          </Heading>
          <Asked lead={lead} details={page.opened?.details} />
          {lead.withdrawn_at ? (
            <p className="rounded-card bg-paper-2 p-4">The client has withdrawn this request.</p>
          ) : (
            <Sender lead={lead} state={page.opened?.assignment.state} onStatus={onStatus} />
          )}
        </>
      )}
      {page.failed && <LoadFailed text="This lead didn’t load." onRetry={page.reload} />}
      {!page.opened &&
        !page.failed &&
        (lead ? <Skeleton className="h-[60dvh]" /> : <ShellSkeleton />)}
      {lead && (page.opened || page.failed) && (
        <LeadWork
          artist={artist}
          lead={lead.id}
          opened={page.opened}
          unread={unread}
          onChanged={onChanged}
        >
          <section aria-labelledby="conversation" className="flex flex-col gap-4">
            <h3 id="conversation" tabIndex={-1} className="font-display text-xl">
              Conversation
            </h3>
            <ConversationSection
              of={{ lead: lead.id, artist: artist.id }}
              artistName={artist.name}
              clientName={knownName(lead)}
              onMoved={onChanged}
            />
          </section>
        </LeadWork>
      )}
      {page.opened && !page.opened.lead.withdrawn_at && (
        <LazyRequestRules
          key={page.opened.lead.id}
          of={{ p_lead: page.opened.lead.id }}
          about={page.opened}
        />
      )}
    </article>
  );
}

/** Who asks, once the artist may know. */
const knownName = (lead: Lead) =>
  LEAD_LIFECYCLE[lead.status].showsContact && lead.email ? lead.name : null;

/** What is asked, with its photos: in full until the artist answers, then a line to open. */
function Asked({ lead, details }: { lead: Lead; details: ShownDetails | null | undefined }) {
  const all = (
    <>
      <LeadFacts lead={lead} details={details} />
      {!lead.withdrawn_at && <LeadPhotosSection key={lead.id} lead={lead.id} />}
    </>
  );
  if (!LEAD_LIFECYCLE[lead.status].showsContact || lead.withdrawn_at) return all;
  const line = [
    wallSize(lead.mural_size, details ?? null),
    lead.surface_type && optionLabel(lead.surface_type),
    lead.city,
    lead.budget_range && optionLabel(lead.budget_range),
  ].filter(Boolean);
  return (
    <details className="rounded-card border border-line">
      <summary className="cursor-pointer px-4 py-3 font-semibold wrap-anywhere">
        {line.join(' · ') || projectExcerpt(lead.project_description)}
      </summary>
      <div className="flex flex-col gap-6 px-4 pb-4">{all}</div>
    </details>
  );
}

/** Has the focus as soon as a lead was opened, by a press or by its address: what follows it is what was asked for. */
function Heading({ title, children }: { title: string; children: Pieces }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Not from what has it by now, such as the list beside it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 id="lead" ref={heading} tabIndex={-1} className="font-display text-2xl wrap-anywhere">
        {title}
      </h2>
      {children}
    </div>
  );
}

interface SenderProps extends Pick<Props, 'onStatus'> {
  lead: Lead;
  /** Undefined until it is known. */
  state: AssignmentState | undefined;
}

/** Who asks, once the artist has taken it on, and how far the artist is. */
function Sender({ lead, state, onStatus }: SenderProps) {
  const isKnown = LEAD_LIFECYCLE[lead.status].showsContact;
  const over = isKnown ? !lead.email : state && isOff(state);
  return (
    <section
      aria-label="Who sent it"
      className="flex flex-col gap-4 rounded-card bg-paper-2 p-4 lg:flex-row lg:items-center lg:justify-between"
    >
      {isKnown && lead.email && <LeadContact lead={lead} />}
      {over && <p className="text-sm">You’re no longer on this request.</p>}
      {!isKnown && !over && <p className="text-sm">Reply to see who sent it.</p>}
      <div className="flex items-center gap-3">
        <span className="font-semibold text-sm">Status</span>
        <StatusSelect lead={lead} onChange={(status) => onStatus(lead, status)} />
      </div>
    </section>
  );
}
