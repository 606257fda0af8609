import { useCallback, useEffect, useMemo, useRef } from 'react';
import { onNews } from '#features/notifications/notices.store.ts';
import {
  type ConversationSummary,
  conversationSummaries,
} from '#features/requests/conversation/conversation.api.ts';
import type { Lead } from '#features/requests/lead.ts';
import { useLoad } from '#ui/hooks/use-load.ts';

type Summaries = ReadonlyMap<string, ConversationSummary>;
const NONE: Summaries = new Map();

/** State and unread messages of these leads, by their ids. What cannot be loaded is not shown, and tried again with the news. */
export function useSummaries(leads: readonly Lead[]) {
  // A status that changes is no reason to ask.
  const ids = leads.map(({ id }) => id).join(' ');
  const last = useRef<ConversationSummary[]>([]);
  const load = useCallback(async () => {
    const answer = await conversationSummaries(ids ? ids.split(' ') : []);
    // The same again is no reason to draw hundreds of rows anew.
    if (JSON.stringify(answer) !== JSON.stringify(last.current)) last.current = answer;
    return last.current;
  }, [ids]);
  const { data, refresh } = useLoad(load);
  useEffect(() => onNews(refresh), [refresh]);
  const summaries = useMemo(
    () => (data ? new Map(data.map((summary) => [summary.lead_id, summary])) : NONE),
    [data],
  );
  return { summaries, refresh };
}
