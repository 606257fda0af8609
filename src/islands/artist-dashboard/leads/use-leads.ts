import { useCallback, useEffect, useRef, useState } from 'react';
import { leadsOfArtist } from '#data/artist-leads.ts';
import type { Lead } from '#domain/lead.ts';
import type { LeadStatus } from '#domain/lead-status.ts';
import { useLeadStatus } from './use-lead-status.ts';

interface Leads {
  status: 'loading' | 'ready' | 'failed';
  leads: Lead[];
  total: number;
}

/** The artist's leads under a filter, in pages that append. Load errors are told by the list, not by a toast (section 8). */
export function useLeads(artistId: string, filter: LeadStatus | null) {
  const [state, setState] = useState<Leads>({ status: 'loading', leads: [], total: 0 });
  // An answer counts only while its filter is still the chosen one.
  const latest = useRef(0);

  const load = useCallback(
    async (kept: Lead[]) => {
      const ticket = ++latest.current;
      setState((now) => ({ ...now, status: 'loading', leads: kept }));
      try {
        const { leads: next, more } = await leadsOfArtist(artistId, filter, kept.at(-1));
        if (ticket !== latest.current) return;
        // Onto what is shown now: a status may have been changed meanwhile.
        setState((now) => {
          const leads = [...now.leads, ...next];
          return { status: 'ready', leads, total: leads.length + more };
        });
      } catch (error) {
        console.error(error);
        if (ticket === latest.current) setState((now) => ({ ...now, status: 'failed' }));
      }
    },
    [artistId, filter],
  );
  useEffect(() => void load([]), [load]);

  const put = useCallback(
    (next: Lead) =>
      setState((now) => ({
        ...now,
        leads: now.leads.map((other) => (other.id === next.id ? next : other)),
      })),
    [],
  );
  const change = useLeadStatus(put);

  return {
    ...state,
    reload: () => void load([]),
    more: () => void load(state.leads),
    ...change,
  };
}
