import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { ADMIN_TOASTS, TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { inviteNewArtists } from '../claims.api.ts';
import type { ImportLine } from '../import-line.ts';
import { hasPhotos } from '../import-photos.ts';
import { showImported } from '../imports.api.ts';
import { FetchedPhotos } from './FetchedPhotos.tsx';
import { useImportedPhotos } from './use-imported-photos.ts';

interface Props {
  lines: readonly ImportLine[];
  onDone: () => void;
}

const slugsOf = (lines: readonly ImportLine[]) => lines.flatMap(({ slug }) => slug ?? []);

/** After an import: what becomes of its photos; makes new pages that have one public and invites their artists. */
export function ShowImported({ lines, onDone }: Props) {
  const [isDone, setDone] = useState(false);
  const named = slugsOf(lines.filter(hasPhotos));
  const photos = useImportedPhotos(named);
  const added = slugsOf(lines.filter(({ action }) => action === 'create'));
  const shown = added.filter((slug) => (photos?.slugs ?? named).includes(slug));
  const { busy, run } = useAction(async () => {
    const invited = await inviteNewArtists(await showImported(shown));
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
          Show and Invite Those with Photos
        </Button>
      )}
      {hidden > 0 && (
        <p className="text-sm">{`${plural(hidden, 'artist', 'artists')} without a photo ${hidden === 1 ? 'stays' : 'stay'} private`}</p>
      )}
      {photos && photos.photos > 0 && <FetchedPhotos {...photos} />}
    </>
  );
}
