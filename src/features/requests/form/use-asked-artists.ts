import { useEffect, useState } from 'react';
import type { PublicArtist } from '#features/artists/public-artists.api.ts';
import { SHORTLIST_MAX } from '#features/directory/shortlist/shortlist.store.ts';

export interface ArtistsAskedByName {
  /** The id that the address names, and the slugs; the database says who takes requests. */
  id: string | null;
  slugs: readonly string[];
  /** Those of them who are public; `undefined` while they are being read, null where there is nothing to tell. */
  artists: readonly PublicArtist[] | null | undefined;
}

/** Whom `/quote?artist={id}` or `/quote?artists={slug},{slug}` asks for by name. */
export function useAskedArtists(): ArtistsAskedByName {
  const [state, setState] = useState<ArtistsAskedByName>({ id: null, slugs: [], artists: null });
  useEffect(() => {
    const search = new URLSearchParams(location.search);
    const id = search.get('artist') || null;
    const slugs = (search.get('artists')?.split(',').filter(Boolean) ?? []).slice(0, SHORTLIST_MAX);
    if (!id && slugs.length === 0) return;
    const asked = { id, slugs };
    setState({ ...asked, artists: undefined });
    let stale = false;
    const read = async () => (await import('./send.store.ts')).publicArtists(id, slugs);
    read().then(
      (artists) => {
        const known = artists.some((one) => one.id === id);
        if (!stale) setState({ id: known ? id : null, slugs, artists });
      },
      // Unread is not unknown: the names go along, and the database decides.
      (error) => {
        console.error(error);
        if (!stale) setState({ ...asked, artists: null });
      },
    );
    return () => {
      stale = true;
    };
  }, []);
  return state;
}
