import { useEffect, useState } from 'react';
import type { ArtistSearch } from '#domain/artist-search.ts';
import { TOASTS } from '#domain/toasts.ts';
import { toast } from '#ui/toast.ts';
import type { ArtistIndex, SearchPage } from './artist-index.ts';
import { indexQuery } from './query.ts';

export interface Results {
  found: SearchPage | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
}

/** The page of artists for a list's state. What was found before stays until the new answer is there. */
export function useResults(
  index: ArtistIndex,
  search: ArtistSearch | null,
  place: string | undefined,
): Results {
  const [results, setResults] = useState<Results>({ found: null, status: 'idle' });
  useEffect(() => {
    if (!search) return;
    let stale = false;
    setResults((now) => ({ ...now, status: 'loading' }));
    index.search(indexQuery(search, place), search.page).then(
      (found) => !stale && setResults({ found, status: 'ready' }),
      (error) => {
        if (stale) return;
        console.error(error);
        setResults({ found: null, status: 'failed' });
        void toast.error(TOASTS.loadArtistsFailed);
      },
    );
    return () => {
      stale = true;
    };
  }, [index, search, place]);
  return results;
}
