import { whyNot } from '#data/why-not-saved.ts';
import { ArtistFinder } from '#features/artists/admin/ArtistFinder.tsx';
import type { ChosenArtist } from '#features/artists/admin/artist-choice.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
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
  const { busy, run } = useAction(async (artist: ChosenArtist | null) => {
    await giveMural(mural.id, artist?.id ?? null);
    void toast.success(ADMIN_TOASTS.muralGiven);
    onGiven();
    onClose();
  }, whyNot(ADMIN_TOASTS.giveMuralFailed));
  return (
    <div className="space-y-5">
      <p className="wrap-anywhere">
        “<span>{mural.title}</span>”{' '}
        <span>{mural.artist ? `is by ${mural.artist} now.` : 'has no artist here yet.'}</span>
      </p>
      <ArtistFinder taken={mural.artist_id ? [mural.artist_id] : []} verb="Give to" onPick={run} />
      <div className="flex flex-wrap justify-end gap-3">
        {mural.artist_id && (
          <Button variant="ghost" busy={busy} onClick={() => void run(null)}>
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
