import { useCallback, useEffect, useRef } from 'react';
import { paths } from '#config/paths.ts';
import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { plural, projectExcerpt } from '#lib/format.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { ShellSkeleton } from '#ui/skeletons.tsx';
import { useMedia } from '#ui/use-media.ts';
import type { Lead } from '../../lead.ts';
import { LEAD_LIFECYCLE, LEAD_STATUSES, type LeadStatus } from '../../lead-status.ts';
import { LeadNav } from './LeadNav.tsx';
import { LeadPage } from './LeadPage.tsx';
import { LeadTable } from './LeadTable.tsx';
import { useLeads } from './use-leads.ts';
import { useLeadsAddress } from './use-leads-address.ts';
import { useListPlace } from './use-list-place.ts';
import { useOpenedLead } from './use-opened-lead.ts';
import { useSummaries } from './use-summaries.ts';

const FILTERS = LEAD_STATUSES.map((value) => ({ value, label: LEAD_LIFECYCLE[value].label }));

/** Hidden as by `display: none`, but as wide as before and laid out already when it is shown again: hundreds of rows are slow. */
const HIDDEN =
  '-mt-6 h-0 w-[100cqi] overflow-hidden [content-visibility:hidden] not-supports-[content-visibility:hidden]:hidden';
const HIDDEN_BELOW_XL =
  'max-xl:h-0 max-xl:overflow-hidden max-xl:[content-visibility:hidden] max-xl:not-supports-[content-visibility:hidden]:hidden';

/** As `xl:` says it: from here on the list stays beside the lead. */
const BESIDE = '(width >= 80rem)';

/** The leads assigned to the artist, newest first (sections 2 and 4), and the one that is open, as a page of its own. */
export function LeadsTab({ artist }: ArtistTabProps) {
  const { at, go } = useLeadsAddress();
  const page = useOpenedLead(artist.id, at.lead);
  const onStatusSaved = useRef(() => {});
  const list = useLeads(artist.id, at.status, page.put, () => onStatusSaved.current());
  const { status, leads, total, put } = list;
  const { summaries, refresh: refreshSummaries } = useSummaries(leads);
  const readAgain = () => {
    if (at.lead) page.refresh();
    refreshSummaries();
  };
  onStatusSaved.current = readAgain;
  useListPlace(at.lead);
  const isWide = useMedia(BESIDE);

  const { opened } = page;
  useEffect(() => {
    if (opened) put(opened.lead);
  }, [opened, put]);
  // What was read and written there shows in the list.
  useEffect(() => (at.lead ? refreshSummaries : undefined), [at.lead, refreshSummaries]);

  const latest = useRef(list.setStatus);
  latest.current = list.setStatus;
  const onStatus = useCallback((lead: Lead, next: LeadStatus) => latest.current(lead, next), []);
  const onOpen = useCallback((lead: string | null) => go({ lead }), [go]);
  // Whoever comes by a link sees the table later, or never.
  const tableSeen = useRef(false);
  tableSeen.current ||= at.lead === null;
  const shown = { leads, summaries, filter: at.status, onOpen };

  return (
    <div
      className={cx(
        // A grid with and without a lead: another display would lay everything in it out anew.
        '@container grid grid-cols-[minmax(0,1fr)]',
        at.lead && 'xl:grid-cols-[18rem_minmax(0,1fr)] xl:items-start xl:gap-8',
      )}
    >
      <div
        className={cx(
          'flex flex-col gap-6',
          at.lead &&
            cx(HIDDEN_BELOW_XL, 'xl:sticky xl:top-22 xl:max-h-[calc(100dvh-6.5rem)] xl:min-h-0'),
        )}
      >
        <div className="flex flex-wrap items-end justify-between gap-4">
          <FormField
            label="Filter by status"
            required
            className="w-48"
            placeholder="All"
            options={FILTERS}
            value={at.status ?? ''}
            onText={(text) => go({ status: (text || null) as LeadStatus | null })}
          />
          <p role="status" className="text-ink-2">
            {status === 'ready' && total > 0 && plural(total, 'lead')}
          </p>
        </div>
        {status === 'failed' && <LoadFailed what="Your leads" onRetry={list.reload} />}
        {status === 'loading' && leads.length === 0 && <ShellSkeleton />}
        {status === 'ready' && leads.length === 0 && <NoLeads filtered={at.status !== null} />}
        {leads.length > 0 && tableSeen.current && (
          <div className={cx(at.lead && HIDDEN)}>
            <LeadTable {...shown} onStatus={onStatus} />
          </div>
        )}
        {at.lead && isWide && leads.length > 0 && <LeadNav {...shown} open={at.lead} />}
        {status !== 'failed' && leads.length > 0 && leads.length < total && (
          <Button
            variant="secondary"
            busy={status === 'loading'}
            onClick={list.more}
            className="self-center"
          >
            Show more
          </Button>
        )}
      </div>
      {at.lead && (
        <LeadPage
          key={at.lead}
          artist={artist}
          page={page}
          lead={opened?.lead ?? leads.find(({ id }) => id === at.lead) ?? null}
          filter={at.status}
          onOpen={onOpen}
          onStatus={onStatus}
          onChanged={readAgain}
        />
      )}
      <SavedElsewhere
        form={list}
        label={() => `Status of ${projectExcerpt(list.asked?.project_description ?? '')}`}
        words={(value) => LEAD_LIFECYCLE[value].label}
      />
    </div>
  );
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
      Requests from clients appear here. A public profile with a portfolio gets more.
    </EmptyState>
  );
}
