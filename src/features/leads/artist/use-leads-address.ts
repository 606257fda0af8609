import { useCallback, useMemo, useState } from 'react';
import { OPEN_LEAD } from '#config/paths.ts';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import { type InboxTab, isInboxTab } from './inbox.ts';

/** What Leads shows: a tab, what is searched for, and the lead that is open. */
interface LeadsAddress {
  show: InboxTab;
  search: string;
  lead: string | null;
}

function read(): LeadsAddress {
  const given = new URLSearchParams(location.search);
  const show = given.get('show');
  return {
    show: isInboxTab(show) ? show : 'all',
    search: given.get('q') ?? '',
    lead: given.get(OPEN_LEAD),
  };
}

function hrefOf({ show, search, lead }: LeadsAddress): string {
  const given = new URLSearchParams({
    ...(show !== 'all' && { show }),
    ...(search && { q: search }),
    ...(lead && { [OPEN_LEAD]: lead }),
  });
  return given.size > 0 ? `${location.pathname}?${given}` : location.pathname;
}

/** How a link within Leads names what it shows, and how it is followed without a new page. */
export interface LeadsLinks {
  hrefTo: (change: Partial<LeadsAddress>) => string;
  go: (change: Partial<LeadsAddress>) => void;
}

/** Tab, search and open lead in the address, so that Back, Forward and a bookmark work. */
export function useLeadsAddress() {
  const [at, setAt] = useState(read);
  useWindowEvent('popstate', () => setAt(read()));
  const go = useCallback((change: Partial<LeadsAddress>) => {
    const next = { ...read(), ...change };
    history.pushState(null, '', hrefOf(next));
    setAt(next);
  }, []);
  const { show, search } = at;
  /** The same as long as only the open lead changes: hundreds of rows need not be drawn anew. */
  const links = useMemo<LeadsLinks>(
    () => ({ hrefTo: (change) => hrefOf({ show, search, lead: null, ...change }), go }),
    [show, search, go],
  );
  return { at, links };
}
