import { useCallback, useEffect, useRef, useState } from 'react';
import { onNews } from '#features/notifications/notices.store.ts';
import type { Lead } from '../../lead.ts';
import type { LeadStatus } from '../../lead-status.ts';
import { leadsOfArtist } from '../artist-leads.api.ts';
import { useLeadStatus } from './use-lead-status.ts';

interface Leads {
  status: 'loading' | 'ready' | 'failed';
  leads: Lead[];
  total: number;
}

/**
 * The artist's leads under a filter, in pages that append. Load errors are told by the list, not by a toast (section 8).
 * `putOpened` shows a lead whose status is changing where it stands beside the list; `onStatusSaved` reads how far it is.
 */
export function useLeads(
  artistId: string,
  filter: LeadStatus | null,
  putOpened: (lead: Lead) => void,
  onStatusSaved: () => void,
) {
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
  const { changing, ...change } = useLeadStatus((lead) => {
    put(lead);
    putOpened(lead);
  }, onStatusSaved);

  /** Brings in what came meanwhile, without a word; the longer list that was asked for stays. */
  const refresh = async () => {
    const ticket = latest.current;
    try {
      const { leads: newest, more } = await leadsOfArtist(artistId, filter);
      // What is being loaded is as new.
      if (ticket !== latest.current) return;
      setState((now) => {
        if (now.status !== 'ready') return now;
        const known = new Map(now.leads.map((lead) => [lead.id, lead]));
        const first = newest.map((lead) => (changing(lead.id) && known.get(lead.id)) || lead);
        const leads = [...first, ...olderThan(newest, now.leads, more)];
        return { ...now, leads, total: newest.length + more };
      });
    } catch (error) {
      console.error(error);
    }
  };
  const latestRefresh = useRef(refresh);
  latestRefresh.current = refresh;
  useEffect(() => onNews(() => void latestRefresh.current()), []);

  return {
    ...state,
    reload: () => void load([]),
    more: () => void load(state.leads),
    put,
    ...change,
  };
}

/** Of what is shown, what follows after a newer first page; nothing where that is all there is. */
function olderThan(page: readonly Lead[], shown: readonly Lead[], more: number): Lead[] {
  const last = page.at(-1);
  if (!last || more === 0) return [];
  const ids = new Set(page.map(({ id }) => id));
  return shown.filter((lead) => !ids.has(lead.id) && lead.created_at <= last.created_at);
}
