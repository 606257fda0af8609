import { useCallback, useEffect, useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { TOASTS } from '#lib/toasts.ts';
import { toast } from '#ui/overlays/toast.ts';
import { ensureArtistProfile } from './own-artist.api.ts';

type ProfileState =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; artist: Artist };

/** The caller's artist profile, loaded (and on the first visit made) once the page may be shown. */
export function useProfile(allowed: boolean) {
  const [profile, setProfile] = useState<ProfileState>({ status: 'loading' });

  const load = useCallback(async () => {
    setProfile({ status: 'loading' });
    try {
      setProfile({ status: 'ready', artist: await ensureArtistProfile() });
    } catch (error) {
      console.error(error);
      setProfile({ status: 'failed' });
      void toast.error(TOASTS.loadProfileFailed);
    }
  }, []);

  useEffect(() => {
    if (allowed) void load();
  }, [allowed, load]);

  const changed = useCallback((artist: Artist) => {
    // Answers overtake each other: one that was read earlier does not bring the row of then back.
    setProfile((now) =>
      now.status === 'ready' && now.artist.updated_at > artist.updated_at
        ? now
        : { status: 'ready', artist },
    );
  }, []);
  return { profile, load, changed };
}
