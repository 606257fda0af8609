import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { paths } from '#config/paths.ts';
import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { KeptCopiesSection } from '#features/kept-copies/KeptCopiesSection.tsx';
import type { Lead } from '#features/requests/lead.ts';
import { LEAD_LIFECYCLE, type LeadStatus } from '#features/requests/lead-status.ts';
import { plural, projectExcerpt } from '#lib/format.ts';
import { SearchBox } from '#ui/admin-list/SearchBox.tsx';
import { ButtonLink, buttonClass } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { ShellSkeleton } from '#ui/skeletons.tsx';
import { belongs, byActivity, INBOX_TABS, type InboxRow, type InboxTab, matches } from './inbox.ts';
import { LeadLink } from './LeadLink.tsx';
import { LeadList } from './LeadList.tsx';
import { LeadPage } from './LeadPage.tsx';
import { useLeads } from './use-leads.ts';
import { type LeadsLinks, useLeadsAddress } from './use-leads-address.ts';
import { useListPlace } from './use-list-place.ts';
import { useOpenedLead } from './use-opened-lead.ts';
import { useSummaries } from './use-summaries.ts';

/** Hidden as by `display: none`, but laid out already when it is shown again: hundreds of rows are slow. */
const HIDDEN_BELOW_XL =
  'max-xl:h-0 max-xl:overflow-hidden max-xl:[content-visibility:hidden] max-xl:not-supports-[content-visibility:hidden]:hidden';

/** The leads assigned to the artist as an inbox (sections 2 and 4), and the one that is open, as a page of its own. */
export function LeadsTab({ artist }: ArtistTabProps) {
  const { at, links } = useLeadsAddress();
  const page = useOpenedLead(artist.id, at.lead);
  const onStatusSaved = useRef(() => {});
  const list = useLeads(artist.id, page.put, () => onStatusSaved.current());
  const { status, leads, put } = list;
  const { summaries, refresh: refreshSummaries } = useSummaries(leads);
  const readAgain = () => {
    if (at.lead) page.refresh();
    refreshSummaries();
  };
  onStatusSaved.current = readAgain;
  useListPlace(at.lead);

  const { opened } = page;
  useEffect(() => {
    if (opened) put(opened.lead);
  }, [opened, put]);
  // What was read and written there shows in the list.
  useEffect(() => (at.lead ? refreshSummaries : undefined), [at.lead, refreshSummaries]);

  const latest = useRef(list.setStatus);
  latest.current = list.setStatus;
  const onStatus = useCallback((lead: Lead, next: LeadStatus) => latest.current(lead, next), []);

  const found = useMemo(() => {
    const rows = leads.map((lead) => ({ lead, summary: summaries.get(lead.id) }));
    return byActivity(rows).filter((row) => matches(row, at.search));
  }, [leads, summaries, at.search]);
  const rows = useMemo(() => found.filter((row) => belongs(row, at.show)), [found, at.show]);
  // Of what is known so far nobody can say that it is none.
  const loading = status === 'loading' || (leads.length > 0 && summaries.size === 0);
  const box = useOpenInSight(at.lead !== null && !loading);

  return (
    <div
      className={cx(
        // A grid with and without a lead: another display would lay everything in it out anew.
        'grid grid-cols-[minmax(0,1fr)]',
        at.lead && 'xl:grid-cols-[22rem_minmax(0,1fr)] xl:items-start xl:gap-8',
      )}
    >
      <div
        className={cx(
          '@container flex flex-col gap-4',
          at.lead &&
            cx(HIDDEN_BELOW_XL, 'xl:sticky xl:top-22 xl:max-h-[calc(100dvh-6.5rem)] xl:min-h-0'),
        )}
      >
        <Tabs rows={loading ? null : found} show={at.show} links={links} />
        <div className="flex">
          <SearchBox
            label="Search name, city or text"
            value={at.search}
            onSearch={(search) => links.go({ search })}
          />
        </div>
        <p role="status" className="sr-only">
          {status === 'ready' && rows.length > 0 && plural(rows.length, 'lead')}
        </p>
        {status === 'failed' && <LoadFailed text="Your leads didn’t load." onRetry={list.reload} />}
        {loading && rows.length === 0 && status !== 'failed' && <ShellSkeleton />}
        {!loading && status === 'ready' && rows.length === 0 && (
          <NoLeads any={leads.length > 0} links={links} />
        )}
        <nav
          ref={box}
          aria-label="Leads"
          className={cx('empty:hidden', at.lead && 'min-h-0 overflow-y-auto')}
        >
          {rows.length > 0 && (
            <LeadList rows={rows} links={links} open={at.lead} onStatus={onStatus} />
          )}
        </nav>
        {!at.lead && <KeptCopiesSection />}
      </div>
      {at.lead && (
        <LeadPage
          key={at.lead}
          artist={artist}
          page={page}
          lead={opened?.lead ?? leads.find(({ id }) => id === at.lead) ?? null}
          unread={summaries.get(at.lead)?.unread ?? 0}
          links={links}
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

/** What was pressed in the whole list is in sight in the narrow one too; later that stays where it is. */
function useOpenInSight(isOpen: boolean) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const item = isOpen && box.current?.querySelector('[aria-current]');
    // The list alone: scrolling into view would move the page as well.
    if (box.current && item) box.current.scrollTop += middle(item) - middle(box.current);
  }, [isOpen]);
  return box;
}

function middle(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

interface TabsProps {
  /** Null while nobody knows how many there are. */
  rows: readonly InboxRow[] | null;
  show: InboxTab;
  links: LeadsLinks;
}

function Tabs({ rows, show, links }: TabsProps) {
  return (
    <nav aria-label="Filter" className="-mx-1 shrink-0 overflow-x-auto p-1">
      <ul className="flex w-max gap-2">
        {INBOX_TABS.map(({ tab, label }) => (
          <li key={tab}>
            <LeadLink
              links={links}
              to={{ show: tab, lead: null }}
              aria-current={tab === show ? 'true' : undefined}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3.5 text-sm hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
            >
              <span>{label}</span>
              <span className="tabular-nums opacity-80">
                {rows?.filter((row) => belongs(row, tab)).length}
              </span>
            </LeadLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoLeads({ any, links }: { any: boolean; links: LeadsLinks }) {
  return any ? (
    <EmptyState
      title="No leads here"
      action={
        <LeadLink
          links={links}
          to={{ show: 'all', search: '', lead: null }}
          className={buttonClass('secondary')}
        >
          Show All Leads
        </LeadLink>
      }
    />
  ) : (
    <EmptyState
      title="No leads yet"
      action={
        <ButtonLink variant="secondary" href={paths.dashboard('artist', 'portfolio')}>
          Go to Portfolio
        </ButtonLink>
      }
    >
      Requests from clients appear here.
    </EmptyState>
  );
}
