import { type ReactNode, useCallback, useId } from 'react';
import { paths } from '#config/paths.ts';
import { loadLabel } from '#features/artists/admin/artist-choice.ts';
import { type AdminLead, leadStep } from '#features/leads/admin/admin-lead.ts';
import type { AdminMail } from '#features/notifications/admin/admin-mail.ts';
import { LeadStatusBadge } from '#features/requests/LeadStatusBadge.tsx';
import { dayLabel, grouped, plural, projectExcerpt } from '#lib/format.ts';
import { optionLabel } from '#lib/options.ts';
import { shortDate } from '#lib/wall-time.ts';
import { spokenName } from '#lib/words.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import type { Pieces } from '#ui/pieces.ts';
import { ShellSkeleton } from '#ui/skeletons.tsx';
import { When } from '#ui/When.tsx';
import { readPerson } from './person.api.ts';
import type { AdminPerson } from './person.ts';

const LINK = 'underline underline-offset-4';

/** Everything of one person: role, last log-in, artist page, leads and emails. */
export function PersonPage({ id }: { id: string }) {
  const load = useCallback((signal: AbortSignal) => readPerson(id, signal), [id]);
  const { data, busy, failed, reload } = useLoad(load);
  return (
    <div className="space-y-6">
      <a href={paths.dashboard('admin', 'users')} className={`inline-block py-2 ${LINK}`}>
        Back to People
      </a>
      {failed && <LoadFailed text="The person didn’t load." onRetry={reload} />}
      {busy && !data && <ShellSkeleton />}
      {!busy && !failed && !data && <EmptyState title="There is no such person." />}
      {data && <Person person={data} />}
    </div>
  );
}

function Person({ person }: { person: AdminPerson }) {
  const { name, email, role, locale, created_at, last_sign_in_at, artist, work, leads } = person;
  const mails = alike(person.mails);
  const listOf = (tab: string) =>
    `${paths.dashboard('admin', tab)}?q=${encodeURIComponent(email ?? '')}`;
  return (
    <>
      <section aria-labelledby="person" className="space-y-3">
        <h2 id="person" className="font-display text-2xl wrap-anywhere">
          {name}
        </h2>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 wrap-anywhere [&_dt]:text-ink-2">
          <dt>Email</dt>
          <dd>{email}</dd>
          <dt>Role</dt>
          <dd>{optionLabel(role)}</dd>
          <dt>Language</dt>
          <dd>{locale === 'es' ? 'Spanish' : 'English'}</dd>
          <dt>Since</dt>
          <dd>{shortDate(created_at)}</dd>
          <dt>Last login</dt>
          <dd>{last_sign_in_at ? <When iso={last_sign_in_at} /> : 'Never'}</dd>
          {artist && (
            <>
              <dt>Artist page</dt>
              <dd>
                <a className={LINK} href={paths.adminEdit('artists', artist.slug)}>
                  {artist.name}
                </a>{' '}
                <span className="text-ink-2">
                  {[
                    artist.public_visible ? 'Public' : 'Private',
                    loadLabel(artist.open_requests),
                  ].join(' · ')}
                </span>
              </dd>
            </>
          )}
          {work && <Work work={work} />}
        </dl>
      </section>
      {work && (
        <Rows
          title={`Leads received: ${grouped(work.received)}`}
          all={`${paths.dashboard('admin', 'leads')}?q=${encodeURIComponent(artist?.name ?? '')}`}
          count={work.leads.length}
        >
          {work.leads.map((lead) => (
            <LeadRow key={lead.id} lead={lead} />
          ))}
        </Rows>
      )}
      <Rows title="Leads sent" all={listOf('leads')} count={leads.length}>
        {leads.map((lead) => (
          <LeadRow key={lead.id} lead={lead} />
        ))}
      </Rows>
      <Rows title="Emails" all={listOf('mails')} count={mails.length}>
        {mails.map(([mail, ...more]) => (
          <Row key={mail.id} at={mail.created_at} end={<span>{optionLabel(mail.state)}</span>}>
            <span>{`${spokenName(mail.kind)}${more.length > 0 ? ` (${more.length + 1})` : ''}`}</span>
          </Row>
        ))}
      </Rows>
    </>
  );
}

/** Emails of one kind that went the same way are one line, by the newest of them. */
function alike(mails: AdminPerson['mails']): [AdminMail, ...AdminMail[]][] {
  const groups = new Map<string, [AdminMail, ...AdminMail[]]>();
  for (const mail of mails) {
    const key = `${mail.kind} ${mail.state}`;
    const group = groups.get(key);
    if (group) group.push(mail);
    else groups.set(key, [mail]);
  }
  return [...groups.values()];
}

function Work({ work: { reviews, rating, papers } }: { work: NonNullable<AdminPerson['work']> }) {
  return (
    <>
      <dt>Reviews</dt>
      <dd>
        {reviews > 0 ? `${rating ?? '—'} out of 5 · ${plural(reviews, 'review')}` : 'None yet'}
      </dd>
      <dt>Insurance</dt>
      <dd>
        {papers ? `${optionLabel(papers.state)} · until ${dayLabel(papers.ends_on)}` : 'None'}
      </dd>
    </>
  );
}

function LeadRow({ lead }: { lead: AdminLead }) {
  const step = leadStep(lead);
  return (
    <Row
      at={lead.created_at}
      end={step ? <span>{step}</span> : <LeadStatusBadge status={lead.status} />}
    >
      <a className={LINK} href={paths.adminLead(lead.id)}>
        {projectExcerpt(lead.project_description)}
      </a>
    </Row>
  );
}

interface RowsProps {
  title: string;
  /** Where all of them are. */
  all: string;
  count: number;
  children: ReactNode;
}

function Rows({ title, all, count, children }: RowsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={id} className="font-display text-xl">
          {title}
        </h3>
        {count > 0 && (
          <a href={all} className={`text-sm ${LINK}`}>
            Show all<span className="sr-only">{` ${title.toLowerCase()}`}</span>
          </a>
        )}
      </div>
      {count === 0 && <p className="text-ink-2">None yet.</p>}
      {count > 0 && <ul className="divide-y divide-line border-line border-y">{children}</ul>}
    </section>
  );
}

function Row({ at, end, children }: { at: string; end: Pieces; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">{children}</div>
      {end}
      <span className="text-ink-2 text-sm">
        <When iso={at} />
      </span>
    </li>
  );
}
