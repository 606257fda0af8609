import type { ComponentProps, MouseEvent } from 'react';
import type { LeadStatus } from '../../lead-status.ts';
import { leadsHref } from './use-leads-address.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** The lead that it opens; null leads back to the list. */
  lead: string | null;
  filter: LeadStatus | null;
  onOpen: (lead: string | null) => void;
  'data-row'?: string;
}

/** A link to a lead, which opens it without a new page; in a new tab as any other. */
export function LeadLink({ lead, filter, onOpen, ...link }: Props) {
  const press = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    onOpen(lead);
  };
  return <a {...link} href={leadsHref({ status: filter, lead })} onClick={press} />;
}
