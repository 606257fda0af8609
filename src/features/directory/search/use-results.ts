import { useEffect, useState } from 'react';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { ListIndex, SearchPage } from './list-index.ts';
import type { ListRules, ListSearch } from './list-search.ts';
import { cardQuery } from './words/query.ts';

interface Results<Card> {
  found: SearchPage<Card> | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
}

/** What the index said to a search; null when it could not be read. */
interface Answer<Card> {
  to: ListSearch;
  found: SearchPage<Card> | null;
}

interface Asked<Card> {
  rules: ListRules;
  index: ListIndex<Card>;
  /** The city slug that a city page is limited to. */
  place: string | undefined;
  /** Said when the list cannot be read. */
  failure: string;
}

/** The page of cards for a list's state. What was found before stays until the new answer is there. */
export function useResults<Card>(
  { rules, index, place, failure }: Asked<Card>,
  search: ListSearch | null,
): Results<Card> {
  const [answer, setAnswer] = useState<Answer<Card> | null>(null);
  const [turn, setTurn] = useState(0);
  const isFailed = answer !== null && answer.to === search && answer.found === null;
  useWindowEvent('online', () => setTurn((n) => n + 1), isFailed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks again
  useEffect(() => {
    if (!search) return;
    let stale = false;
    index.search(cardQuery(rules, search, place), search.page).then(
      (found) => !stale && setAnswer({ to: search, found }),
      (error) => {
        if (stale) return;
        console.error(error);
        setAnswer({ to: search, found: null });
        void toast.error(failure);
      },
    );
    return () => {
      stale = true;
    };
  }, [rules, index, search, place, failure, turn]);
  // Told from what is there, not kept: to be waiting for an answer needs no rendering of its own.
  const found = answer?.found ?? null;
  if (!search) return { found, status: 'idle' };
  if (answer?.to !== search) return { found, status: 'loading' };
  return { found, status: found ? 'ready' : 'failed' };
}
