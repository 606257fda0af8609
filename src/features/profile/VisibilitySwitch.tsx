import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { AppError } from '#data/app-error.ts';
import type { Artist } from '#features/artists/artist.ts';
import { TOASTS } from '#lib/toasts.ts';
import { Switch } from '#ui/forms/toggles.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { ensureArtistProfile, updateArtist } from './own-artist.api.ts';
import { PublishNeeds } from './PublishNeeds.tsx';
import { missingToPublish, type PublishNeed } from './publish-readiness.ts';

interface Props {
  /** Null while the profile is on its way or could not be loaded. */
  artist: Artist | null;
  /** The profile is on its way: what the switch shows is not known yet. */
  loading: boolean;
  onArtist: (artist: Artist) => void;
}

/** Shows the profile to everybody or to nobody (section 4). */
export function VisibilitySwitch({ artist, loading, onArtist }: Props) {
  const [missing, setMissing] = useState<PublishNeed[]>([]);
  const { busy, run } = useAction(async (visible: boolean) => {
    if (!artist) return void toast.error(TOASTS.profileNotLoaded);
    try {
      onArtist(await updateArtist(artist.id, { public_visible: visible }));
    } catch (error) {
      if (!(error instanceof AppError && error.code.startsWith('publish_'))) throw error;
      // The row here may be older than the one that was refused.
      const now = await ensureArtistProfile();
      onArtist(now);
      return setMissing(missingToPublish(now));
    }
    void toast.success(visible ? TOASTS.profilePublic : TOASTS.profilePrivate, {
      subject: 'visibility',
    });
  }, TOASTS.visibilityFailed);

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      {artist?.public_visible && (
        <a href={paths.artist(artist.slug)} className="font-semibold text-sm underline">
          View public page
        </a>
      )}
      <Switch
        label="Public profile"
        checked={artist?.public_visible ?? false}
        busy={busy || loading}
        onChange={run}
      />
      <PublishNeeds missing={missing} onClose={() => setMissing([])} />
    </div>
  );
}
