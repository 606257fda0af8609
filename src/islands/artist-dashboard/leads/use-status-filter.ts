import { useEffect, useState } from 'react';
import { LEAD_STATUSES, type LeadStatus } from '#domain/lead-status.ts';

const read = (): LeadStatus | null => {
  const value = new URLSearchParams(location.search).get('status');
  return LEAD_STATUSES.find((status) => status === value) ?? null;
};

/** The filter in the address, so that Back and a bookmark work. */
export function useStatusFilter() {
  const [filter, setFilter] = useState(read);
  useEffect(() => {
    const follow = () => setFilter(read());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const choose = (status: LeadStatus | null) => {
    const search = status ? `?status=${status}` : '';
    history.pushState(null, '', location.pathname + search);
    setFilter(status);
  };
  return [filter, choose] as const;
}
