// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the meaning of a table whose display changes, so the roles are written out.
import { memo } from 'react';
import { leadKind } from '#features/requests/LeadFacts.tsx';
import type { Lead } from '#features/requests/lead.ts';
import type { LeadStatus } from '#features/requests/lead-status.ts';
import { projectExcerpt } from '#lib/format.ts';
import { optionLabel } from '#lib/options.ts';
import { cx } from '#ui/cx.ts';
import { useGrowing } from '#ui/forms/use-growing.ts';
import { When } from '#ui/When.tsx';
import { type InboxRow, rowState, rowStep } from './inbox.ts';
import { LeadLink } from './LeadLink.tsx';
import { LeadStateBadge, UnreadBadge } from './LeadStateBadge.tsx';
import { StatusMenu } from './StatusSelect.tsx';
import type { LeadsLinks } from './use-leads-address.ts';

/** Drawn at first, and each time that the end comes near. */
const FIRST = 40;
const STEP = 60;

interface Props {
  rows: readonly InboxRow[];
  links: LeadsLinks;
  /** The lead that stands beside the list. */
  open: string | null;
  onStatus: (lead: Lead, status: LeadStatus) => void;
}

/** The leads as rows of 56 px, or of 88 px where the list is narrow: on phones, and beside a lead. */
export function LeadList({ rows, links, open, onStatus }: Props) {
  const { shown, more, edge } = useGrowing(rows.length, FIRST, STEP);
  // An artist who comes by a link finds the lead in the list, and what follows it.
  const drawn = Math.max(shown, rows.findIndex(({ lead }) => lead.id === open) + STEP);
  return (
    <div className="@container">
      <table role="table" className="block w-full text-left text-sm">
        <caption className="sr-only">Leads assigned to you</caption>
        <tbody role="rowgroup" className="block">
          {rows.slice(0, drawn).map(({ lead, summary }) => (
            <Row
              key={lead.id}
              lead={lead}
              state={rowState({ lead, summary })}
              step={rowStep({ lead, summary })}
              reported={summary?.reported}
              unread={lead.id === open ? 0 : (summary?.unread ?? 0)}
              at={summary?.at ?? lead.created_at}
              isOpen={lead.id === open}
              alone={open === null}
              links={links}
              onStatus={onStatus}
            />
          ))}
        </tbody>
      </table>
      {/* Reaches into the list from its end, so that more is there before the end is seen. */}
      {more && <div ref={edge} aria-hidden="true" className="pointer-events-none -mt-96 h-96" />}
    </div>
  );
}

interface RowProps extends Pick<Props, 'links' | 'onStatus'> {
  lead: Lead;
  state: Parameters<typeof LeadStateBadge>[0]['state'] | undefined;
  step: string | undefined;
  reported: boolean | undefined;
  unread: number;
  at: string;
  isOpen: boolean;
  /** No lead is open: the row has its menu. */
  alone: boolean;
}

const CELL = 'truncate font-normal';

/** Takes values that stay the same: drawn anew only when its own lead changes. */
const Row = memo((props: RowProps) => {
  const { lead, state, step, reported, unread, at, isOpen, alone, links, onStatus } = props;
  const asked = lead.budget_range ? optionLabel(lead.budget_range) : leadKind(lead);
  return (
    <tr
      role="row"
      className={cx(
        // What is out of sight is not laid out: there may be hundreds.
        'relative grid min-h-22 content-center items-center gap-x-3 border-line border-b px-2 py-1.5 [contain-intrinsic-size:auto_5.5rem] [content-visibility:auto] hover:bg-paper-2',
        // One below the other in large letters.
        'grid-cols-[minmax(0,1fr)_auto_auto] @max-3xs:grid-cols-[minmax(0,1fr)_auto]',
        '@2xl:min-h-14 @2xl:py-1 @2xl:grid-cols-[9rem_minmax(0,1fr)_7rem_8.5rem_13rem_6.5rem_2.75rem] @2xl:[contain-intrinsic-size:auto_3.5rem]',
        isOpen && 'bg-paper-2 outline-2 outline-brand -outline-offset-2',
      )}
    >
      <td role="cell" className={cx(CELL, unread > 0 && 'font-semibold')}>
        {lead.name}
      </td>
      <th
        role="rowheader"
        scope="row"
        className={cx(CELL, '@3xs:@max-2xl:col-span-2 @max-2xl:col-start-1 @max-2xl:row-start-2')}
      >
        <LeadLink
          links={links}
          to={{ lead: lead.id }}
          data-row={lead.id}
          aria-current={isOpen ? 'page' : undefined}
          // Pressed anywhere on its row.
          className="font-semibold after:absolute after:inset-0"
        >
          {projectExcerpt(lead.project_description)}
        </LeadLink>
      </th>
      <td role="cell" className={cx(CELL, 'text-ink-2 @max-2xl:row-start-3')}>
        <span className="@2xl:hidden">{`${asked} · `}</span>
        <span>{lead.city ?? '—'}</span>
      </td>
      <td role="cell" className={cx(CELL, 'text-ink-2 @max-2xl:hidden')}>
        {asked}
      </td>
      <td
        role="cell"
        className="@3xs:@max-2xl:col-start-2 @3xs:@max-2xl:row-start-3 @3xs:@max-2xl:text-end @max-3xs:col-start-1"
      >
        {unread > 0 ? (
          <UnreadBadge count={unread} />
        ) : (
          state && <LeadStateBadge state={state} step={step} reported={reported} />
        )}
      </td>
      <td
        role="cell"
        className={cx(
          CELL,
          'text-ink-2 @3xs:text-end @3xs:@max-2xl:col-start-2 @3xs:@max-2xl:row-start-1 @max-3xs:col-start-1',
        )}
      >
        <When iso={at} />
      </td>
      <td
        role="cell"
        className="relative @max-2xl:row-span-3 @max-2xl:row-start-1 @max-3xs:col-start-2 @3xs:@max-2xl:col-start-3"
      >
        {alone && state !== 'withdrawn' && (
          <StatusMenu lead={lead} onChange={(status) => onStatus(lead, status)} />
        )}
      </td>
    </tr>
  );
});
