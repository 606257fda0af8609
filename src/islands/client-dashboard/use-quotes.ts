import { useCallback, useEffect, useState } from 'react';
import { type OwnLead, ownLeads } from '#data/client-leads.ts';

type Quotes = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; leads: OwnLead[] };

/** The requests a person has sent. Load errors are told by the list, not by a toast (section 8). */
export function useQuotes(userId: string) {
  const [quotes, setQuotes] = useState<Quotes>({ status: 'loading' });
  const load = useCallback(async () => {
    setQuotes({ status: 'loading' });
    try {
      setQuotes({ status: 'ready', leads: await ownLeads(userId) });
    } catch (error) {
      console.error(error);
      setQuotes({ status: 'failed' });
    }
  }, [userId]);
  useEffect(() => void load(), [load]);
  return { quotes, load };
}
