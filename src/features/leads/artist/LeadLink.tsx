import type { ComponentProps, MouseEvent } from 'react';
import { plainPress } from '#ui/Pagination.tsx';
import type { LeadsLinks } from './use-leads-address.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  links: LeadsLinks;
  /** What it changes of what Leads shows. */
  to: Parameters<LeadsLinks['go']>[0];
  'data-row'?: string;
}

/** A link within Leads, which shows what it names without a new page; in a new tab as any other. */
export function LeadLink({ links, to, ...link }: Props) {
  const press = (event: MouseEvent) => {
    if (!plainPress(event)) return;
    event.preventDefault();
    links.go(to);
  };
  return <a {...link} href={links.hrefTo(to)} onClick={press} />;
}
