import { memo, useEffect, useRef } from 'react';
import { projectExcerpt } from '#domain/format.ts';
import type { Lead } from '#domain/lead.ts';
import { LeadLink } from './LeadLink.tsx';
import { LeadStateBadge, UnreadBadge } from './LeadStateBadge.tsx';
import type { LeadListProps } from './LeadTable.tsx';

/** The leads beside the one that is open. */
export function LeadNav({ open, ...list }: LeadListProps & { open: string }) {
  const { leads, summaries, filter, onOpen } = list;
  const nav = useRef<HTMLElement>(null);
  // What was pressed in the table is in sight here too; later the list stays where it is.
  useEffect(() => {
    const list = nav.current;
    const item = list?.querySelector('[aria-current]');
    // The list alone: scrolling into view would move the page as well.
    if (list && item) list.scrollTop += middle(item) - middle(list);
  }, []);
  return (
    <nav ref={nav} aria-label="Leads" className="min-h-0 overflow-y-auto">
      <ul className="flex flex-col gap-2 p-1">
        {leads.map((lead) => {
          const summary = summaries.get(lead.id);
          return (
            <Item
              key={lead.id}
              lead={lead}
              state={lead.withdrawn_at ? 'withdrawn' : summary?.state}
              reported={summary?.reported}
              unread={lead.id === open ? 0 : (summary?.unread ?? 0)}
              isOpen={lead.id === open}
              filter={filter}
              onOpen={onOpen}
            />
          );
        })}
      </ul>
    </nav>
  );
}

function middle(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

interface ItemProps extends Pick<LeadListProps, 'filter' | 'onOpen'> {
  lead: Lead;
  state: Parameters<typeof LeadStateBadge>[0]['state'] | undefined;
  reported: boolean | undefined;
  unread: number;
  isOpen: boolean;
}

const Item = memo(({ lead, state, reported, unread, isOpen, filter, onOpen }: ItemProps) => (
  // What is out of sight is not laid out: there may be hundreds.
  <li className="[contain-intrinsic-size:auto_7rem] [content-visibility:auto]">
    <LeadLink
      lead={lead.id}
      filter={filter}
      onOpen={onOpen}
      aria-current={isOpen ? 'page' : undefined}
      className="flex flex-col gap-1.5 rounded-card border border-line p-3 -outline-offset-3 hover:bg-paper-2 aria-[current]:border-brand aria-[current]:bg-paper-2"
    >
      <span className="font-semibold wrap-anywhere">
        {projectExcerpt(lead.project_description)}
      </span>
      {lead.city && <span className="text-ink-2 text-sm wrap-anywhere">{lead.city}</span>}
      <span className="flex flex-wrap gap-2 empty:hidden">
        {state && <LeadStateBadge state={state} reported={reported} />}
        <UnreadBadge count={unread} />
      </span>
    </LeadLink>
  </li>
));
