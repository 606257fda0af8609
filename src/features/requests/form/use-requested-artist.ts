import { useEffect, useState } from 'react';
import type { PublicArtist } from '#features/artists/public-artists.api.ts';

interface RequestedArtist {
  /** The id in the address; null when nobody in particular is asked. */
  id: string | null;
  /** `undefined` while it is being read, or when it could not be. */
  artist: PublicArtist | null | undefined;
  /** False when there is nothing to tell about the artist. */
  shown: boolean;
}

/** The artist of `/quote?artist={id}`. An artist who is not public is as good as none. */
export function useRequestedArtist(): RequestedArtist {
  const [state, setState] = useState<RequestedArtist>({
    id: null,
    artist: undefined,
    shown: false,
  });
  useEffect(() => {
    const id = new URLSearchParams(location.search).get('artist');
    if (!id) return;
    setState({ id, artist: undefined, shown: true });
    let stale = false;
    const read = async () => (await import('./send.store.ts')).publicArtist(id);
    read().then(
      (artist) => !stale && setState({ id: artist?.id ?? null, artist, shown: true }),
      // Unread is not unknown: the id goes along, and the database decides.
      (error) => {
        console.error(error);
        if (!stale) setState({ id, artist: undefined, shown: false });
      },
    );
    return () => {
      stale = true;
    };
  }, []);
  return state;
}
