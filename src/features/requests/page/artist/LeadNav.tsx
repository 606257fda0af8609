import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { projectExcerpt } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';
import { useGrowing } from '#ui/forms/use-growing.ts';
import type { Lead } from '../../lead.ts';
import { LeadLink } from './LeadLink.tsx';
import { LeadStateBadge, UnreadBadge } from './LeadStateBadge.tsx';
import type { LeadListProps } from './LeadTable.tsx';

/** Drawn at first above and below the lead that is open, and then each time that an end comes into sight. */
const FIRST = 12;
const STEP = 40;

/** Reaches into the list from its end, so that more is there before the end is seen. */
const EDGE = 'pointer-events-none h-96';

/** The leads beside the one that is open. */
export function LeadNav({ open, ...list }: LeadListProps & { open: string }) {
  const { leads, summaries, filter, onOpen } = list;
  const nav = useRef<HTMLElement>(null);
  const index = leads.findIndex(({ id }) => id === open);
  const [around, setAround] = useState(Math.max(0, index));
  const above = useGrowing(around, FIRST, STEP);
  const below = useGrowing(leads.length - around, FIRST, STEP);
  const from = around - above.shown;
  const to = around + below.shown;
  // Back and Forward may lead far away from what is drawn, and a filter leaves less than there was.
  const wanted = index < 0 ? Math.min(around, leads.length - 1) : index;
  if (wanted !== around && (wanted < from || wanted >= to)) setAround(wanted);
  usePlaceKept(nav, above.shown);
  // What was pressed in the table is in sight here too; later the list stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the list begins anew
  useLayoutEffect(() => {
    const list = nav.current;
    const item = list?.querySelector('[aria-current]');
    // The list alone: scrolling into view would move the page as well.
    if (list && item) list.scrollTop += middle(item) - middle(list);
  }, [around]);
  return (
    <nav ref={nav} aria-label="Leads" className="min-h-0 overflow-y-auto [overflow-anchor:none]">
      <ul className="flex flex-col gap-2 p-1">
        {above.more && <li ref={above.edge} aria-hidden="true" className={cx(EDGE, '-mb-98')} />}
        {leads.slice(from, to).map((lead) => {
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
        {below.more && <li ref={below.edge} aria-hidden="true" className={cx(EDGE, '-mt-98')} />}
      </ul>
    </nav>
  );
}

/** What is seen of a box stays where it is when more is drawn above it; not every browser sees to that itself. */
function usePlaceKept(box: RefObject<HTMLElement | null>, drawnAbove: number): void {
  const height = useRef(0);
  const drawn = useRef(drawnAbove);
  useLayoutEffect(() => {
    const now = box.current?.scrollHeight ?? 0;
    if (box.current && drawn.current !== drawnAbove) box.current.scrollTop += now - height.current;
    drawn.current = drawnAbove;
    height.current = now;
  });
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
