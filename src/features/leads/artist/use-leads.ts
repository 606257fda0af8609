import { useCallback, useEffect, useRef, useState } from 'react';
import { onNews } from '#features/notifications/notices.store.ts';
import type { Lead } from '#features/requests/lead.ts';
import { leadsOfArtist, type PageOfLeads } from '#features/requests/page/artist-leads.api.ts';
import { useLeadStatus } from './use-lead-status.ts';

interface Leads {
  status: 'loading' | 'ready' | 'failed';
  leads: Lead[];
}

/**
 * All leads of the artist, the newest first; the first ones show while the others are on their way. Load errors are
 * said by the list, not by a toast (section 8). `putOpened` shows a lead whose status is changing where it stands
 * beside the list; `onStatusSaved` reads how far it is.
 */
export function useLeads(
  artistId: string,
  putOpened: (lead: Lead) => void,
  onStatusSaved: () => void,
) {
  const [state, setState] = useState<Leads>({ status: 'loading', leads: [] });
  // An answer counts only while nothing was asked anew.
  const latest = useRef(0);

  const load = useCallback(async () => {
    const ticket = ++latest.current;
    setState((now) => ({ ...now, status: 'loading' }));
    try {
      let page: PageOfLeads | undefined;
      do {
        page = await leadsOfArtist(artistId, page?.leads.at(-1));
        const { leads: next, more } = page;
        if (ticket !== latest.current) return;
        // Onto what is shown now: a status may have been changed meanwhile.
        setState((now) => ({
          status: more ? 'loading' : 'ready',
          leads: [...now.leads, ...without(next, now.leads)],
        }));
      } while (page.more);
    } catch (error) {
      console.error(error);
      if (ticket === latest.current) setState((now) => ({ ...now, status: 'failed' }));
    }
  }, [artistId]);
  useEffect(() => void load(), [load]);

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

  /** Brings in what came meanwhile, without a word; what is older than the newest page stays as it was read. */
  const refresh = async () => {
    const ticket = latest.current;
    try {
      const { leads: newest, more } = await leadsOfArtist(artistId);
      // What is being loaded is as new.
      if (ticket !== latest.current) return;
      setState((now) => {
        if (now.status !== 'ready') return now;
        const known = new Map(now.leads.map((lead) => [lead.id, lead]));
        const first = newest.map((lead) => (changing(lead.id) && known.get(lead.id)) || lead);
        const end = more && newest.at(-1)?.created_at;
        const older = end ? now.leads.filter(({ created_at }) => created_at <= end) : [];
        return { ...now, leads: [...first, ...without(older, first)] };
      });
    } catch (error) {
      console.error(error);
    }
  };
  const latestRefresh = useRef(refresh);
  latestRefresh.current = refresh;
  useEffect(() => onNews(() => void latestRefresh.current()), []);

  return { ...state, reload: () => void load(), put, ...change };
}

function without(leads: readonly Lead[], known: readonly Lead[]): Lead[] {
  const ids = new Set(known.map(({ id }) => id));
  return leads.filter(({ id }) => !ids.has(id));
}
