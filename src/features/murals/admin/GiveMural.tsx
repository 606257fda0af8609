import { toAppError } from '#data/app-error.ts';
import { ArtistFinder } from '#features/artists/admin/ArtistFinder.tsx';
import type { ChosenArtist } from '#features/artists/admin/artist-choice.ts';
import { messageFor } from '#lib/errors.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { AdminMural } from './admin-mural.ts';
import { giveMural } from './hide-mural.api.ts';

interface Props {
  mural: AdminMural | null;
  onClose: () => void;
  onGiven: () => void;
}

/** Says whose work a mural is. */
export function GiveMural({ mural, onClose, onGiven }: Props) {
  return (
    <Dialog open={mural !== null} onClose={onClose} title="Whose mural is it?">
      {mural && <Finder key={mural.id} mural={mural} onClose={onClose} onGiven={onGiven} />}
    </Dialog>
  );
}

function Finder({ mural, onClose, onGiven }: Props & { mural: AdminMural }) {
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(messageFor(toAppError(error).code, ADMIN_TOASTS.giveMuralFailed));
  });
  const give = (artist: ChosenArtist | null) =>
    void attempt(async () => {
      await giveMural(mural.id, artist?.id ?? null);
      void toast.success(ADMIN_TOASTS.muralGiven);
      onGiven();
      onClose();
    });
  return (
    <div className="space-y-5">
      <p className="wrap-anywhere">
        “<span>{mural.title}</span>”{' '}
        <span>{mural.artist ? `is by ${mural.artist} now.` : 'has no artist here yet.'}</span> The
        artist you choose shows it on their page and can change it.
      </p>
      <ArtistFinder taken={mural.artist_id ? [mural.artist_id] : []} verb="Give to" onPick={give} />
      <div className="flex flex-wrap justify-end gap-3">
        {mural.artist_id && (
          <Button variant="ghost" busy={busy} onClick={() => give(null)}>
            By an Artist Who Isn’t Listed Here
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
