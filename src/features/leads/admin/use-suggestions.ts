import { useCallback } from 'react';
import { useLoad } from '#ui/hooks/use-load.ts';
import { type AdminLead, waitsForArtist } from './admin-lead.ts';
import { readSuggestedArtists } from './opened-lead.api.ts';

/** Who would suit the leads of a list that no artist has yet; read anew when those are others. */
export function useSuggestedArtists(leads: readonly AdminLead[] | undefined) {
  const ids = leads?.filter(waitsForArtist).map(({ id }) => id) ?? [];
  const key = ids.join();
  const load = useCallback(
    (signal: AbortSignal) => readSuggestedArtists(key ? key.split(',') : [], signal),
    [key],
  );
  return useLoad(load);
}
