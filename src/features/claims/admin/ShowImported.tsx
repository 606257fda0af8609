import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { ADMIN_TOASTS, TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toast.ts';
import { useAction } from '#ui/use-action.ts';
import { inviteNewArtists } from '../claims.api.ts';
import type { ImportLine } from '../import-line.ts';
import { hasPhotos } from '../import-photos.ts';
import { showImported } from '../imports.api.ts';

/** After an import: makes the new pages with a photo public and invites the artists whom they are about. */
export function ShowImported({
  lines,
  onDone,
}: {
  lines: readonly ImportLine[];
  onDone: () => void;
}) {
  const [isDone, setDone] = useState(false);
  const added = lines.filter(({ action, slug }) => action === 'create' && slug);
  const shown = added.filter(hasPhotos);
  const { busy, run } = useAction(async () => {
    const { shown: now, later } = await showImported(shown.flatMap(({ slug }) => slug ?? []));
    const invited = await inviteNewArtists([...now, ...later]);
    void toast.success(TOASTS.artistVisibilityUpdated, {
      description: ADMIN_TOASTS.invitations(invited),
    });
    setDone(true);
    onDone();
  }, TOASTS.updateArtistFailed);
  const hidden = added.length - shown.length;
  return (
    <>
      {shown.length > 0 && !isDone && (
        <Button busy={busy} onClick={() => void run()}>
          {shown.length === 1
            ? 'Show and Invite This Artist'
            : `Show and Invite These ${shown.length}`}
        </Button>
      )}
      {hidden > 0 && (
        <p className="text-sm">{`${plural(hidden, 'artist', 'artists')} without a photo ${hidden === 1 ? 'stays' : 'stay'} private`}</p>
      )}
    </>
  );
}
