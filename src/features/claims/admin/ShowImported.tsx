import { useState } from 'react';
import { showArtists } from '#features/artists/admin/artists.api.ts';
import { ADMIN_TOASTS, TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toast.ts';
import { useAction } from '#ui/use-action.ts';
import { inviteNewArtists } from '../claims.api.ts';

/** After an import: makes the new pages public and invites the artists whom they are about. */
export function ShowImported({ slugs, onDone }: { slugs: readonly string[]; onDone: () => void }) {
  const [isDone, setDone] = useState(false);
  const { busy, run } = useAction(async () => {
    const invited = await inviteNewArtists(await showArtists(slugs));
    void toast.success(TOASTS.artistVisibilityUpdated, {
      description: ADMIN_TOASTS.invitations(invited),
    });
    setDone(true);
    onDone();
  }, TOASTS.updateArtistFailed);
  if (slugs.length === 0 || isDone) return null;
  return (
    <Button busy={busy} onClick={() => void run()}>
      {slugs.length === 1 ? 'Show and Invite This Artist' : `Show and Invite These ${slugs.length}`}
    </Button>
  );
}
