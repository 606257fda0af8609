import { useCallback, useEffect } from 'react';
import { toAppError } from '#data/app-error.ts';
import { lookedAt, onNews } from '#features/notifications/notices.store.ts';
import type { Lead } from '#features/requests/lead.ts';
import {
  type LeadWithWork,
  markLeadSeen,
  openLeadOfArtist,
} from '#features/requests/page/artist-leads.api.ts';
import { useLoad } from '#ui/hooks/use-load.ts';

interface Answer {
  id: string;
  /** Null for what is none of the artist's leads. */
  opened: LeadWithWork | null;
}

async function read(id: string, artistId: string): Promise<Answer> {
  try {
    return { id, opened: await openLeadOfArtist(id, artistId) };
  } catch (error) {
    // An address that names no id is refused by the API itself.
    if (toAppError(error).code === '22P02') return { id, opened: null };
    throw error;
  }
}

/** The lead that the address names, or nothing while it names none. Opening it marks it as seen. */
export function useOpenedLead(artistId: string, id: string | null) {
  const load = useCallback(async () => (id ? read(id, artistId) : null), [id, artistId]);
  const { data, busy, failed, reload, refresh, change } = useLoad<Answer | null>(load);
  // What is shown while the next one is on its way is not that of the last one.
  const answer = data?.id === id ? data : null;

  const mine = answer?.opened ? id : null;
  const isNew = answer?.opened?.assignment.state === 'sent';
  useEffect(() => {
    if (!mine) return;
    lookedAt(mine);
    return onNews(refresh);
  }, [mine, refresh]);
  useEffect(() => {
    // Not worth a word to the artist: the next time notes it. What has been seen before is as it was.
    if (mine && isNew) markLeadSeen(mine).then(refresh, console.error);
  }, [mine, isNew, refresh]);

  const put = useCallback(
    (lead: Lead) =>
      change((now) =>
        now?.opened?.lead.id === lead.id ? { ...now, opened: { ...now.opened, lead } } : now,
      ),
    [change],
  );
  return {
    opened: answer?.opened ?? null,
    /** It is known that there is no such lead. */
    missing: answer !== null && answer.opened === null,
    failed: answer === null && failed && !busy,
    reload,
    refresh,
    put,
  };
}
