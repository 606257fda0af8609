import type { AdminArtist } from '#features/artists/admin/admin-artist.ts';
import { type ArtistSwitch, switchArtists } from '#features/artists/admin/artists.api.ts';
import { InviteAll } from '#features/claims/admin/InviteAll.tsx';
import { TOASTS } from '#lib/toasts.ts';
import { ChosenBar } from '#ui/admin-list/ChosenBar.tsx';
import { SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';

interface Props {
  artists: readonly AdminArtist[];
  onChooseAll: (on: boolean) => void;
  /** The list should be read again. */
  onDone: () => void;
}

const SWITCHES: readonly { label: string; change: ArtistSwitch }[] = [
  { label: 'Make Public', change: { public_visible: true } },
  { label: 'Hide', change: { public_visible: false } },
  { label: 'Feature', change: { featured: true } },
];

/** What can be done with the chosen artists together; nothing while none is. */
export function ChosenArtists({ artists, onChooseAll, onDone }: Props) {
  const ids = artists.map(({ id }) => id);
  const done = () => {
    onChooseAll(false);
    onDone();
  };
  const { busy, run } = useAction(async (change: ArtistSwitch) => {
    await switchArtists(ids, change);
    const isFeature = 'featured' in change;
    void toast.success(isFeature ? TOASTS.featuredUpdated : TOASTS.artistVisibilityUpdated);
    done();
  }, TOASTS.updateArtistFailed);
  if (ids.length === 0) return null;
  const unclaimed = artists.filter((artist) => artist.unclaimed).map(({ id }) => id);
  return (
    <ChosenBar label="Chosen artists" count={ids.length} onChooseAll={onChooseAll}>
      {SWITCHES.map(({ label, change }) => (
        <SmallButton key={label} busy={busy} onClick={() => void run(change)}>
          {label}
        </SmallButton>
      ))}
      {unclaimed.length > 0 && <InviteAll ids={unclaimed} onInvited={done} />}
    </ChosenBar>
  );
}
