import { useEffect, useState } from 'react';
import type { ArtistSearch } from '#domain/artist-search.ts';
import { TOASTS } from '#domain/toasts.ts';
import { toast } from '#ui/toast.ts';
import type { ArtistIndex, SearchPage } from './artist-index.ts';
import { cardQuery } from './query.ts';

export interface Results {
  found: SearchPage | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
}

/** What the index said to a search; null when it could not be read. */
interface Answer {
  to: ArtistSearch;
  found: SearchPage | null;
}

/** The page of artists for a list's state. What was found before stays until the new answer is there. */
export function useResults(
  index: ArtistIndex,
  search: ArtistSearch | null,
  place: string | undefined,
): Results {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [turn, setTurn] = useState(0);
  const isFailed = answer !== null && answer.to === search && answer.found === null;
  useEffect(() => {
    if (!isFailed) return;
    const again = () => setTurn((n) => n + 1);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isFailed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks again
  useEffect(() => {
    if (!search) return;
    let stale = false;
    index.search(cardQuery(search, place), search.page).then(
      (found) => !stale && setAnswer({ to: search, found }),
      (error) => {
        if (stale) return;
        console.error(error);
        setAnswer({ to: search, found: null });
        void toast.error(TOASTS.loadArtistsFailed);
      },
    );
    return () => {
      stale = true;
    };
  }, [index, search, place, turn]);
  // Told from what is there, not kept: to be waiting for an answer needs no rendering of its own.
  const found = answer?.found ?? null;
  if (!search) return { found, status: 'idle' };
  if (answer?.to !== search) return { found, status: 'loading' };
  return { found, status: found ? 'ready' : 'failed' };
}
