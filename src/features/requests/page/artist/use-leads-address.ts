import { useCallback, useEffect, useState } from 'react';
import { OPEN_LEAD } from '#config/paths.ts';
import { LEAD_STATUSES, type LeadStatus } from '../../lead-status.ts';

/** What Leads shows: the leads of one status or of all, and the one that is open. */
interface LeadsAddress {
  status: LeadStatus | null;
  lead: string | null;
}

function read(): LeadsAddress {
  const search = new URLSearchParams(location.search);
  const status = search.get('status');
  return {
    status: LEAD_STATUSES.find((known) => known === status) ?? null,
    lead: search.get(OPEN_LEAD),
  };
}

/** The address that shows this. */
export function leadsHref({ status, lead }: LeadsAddress): string {
  const search = new URLSearchParams({
    ...(status && { status }),
    ...(lead && { [OPEN_LEAD]: lead }),
  });
  return search.size > 0 ? `${location.pathname}?${search}` : location.pathname;
}

/** Filter and open lead in the address, so that Back, Forward and a bookmark work. */
export function useLeadsAddress() {
  const [at, setAt] = useState(read);
  useEffect(() => {
    const follow = () => setAt(read());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const go = useCallback((change: Partial<LeadsAddress>) => {
    const next = { ...read(), ...change };
    history.pushState(null, '', leadsHref(next));
    setAt(next);
  }, []);
  return { at, go };
}
