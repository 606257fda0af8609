import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toast.ts';
import { useAction } from '#ui/use-action.ts';
import { inviteNewArtists } from '../claims.api.ts';

/** Invites everybody whose public page is unclaimed and who was not invited yet. */
export function InviteAll({ onInvited }: { onInvited: () => void }) {
  const { busy, run } = useAction(async () => {
    const invited = await inviteNewArtists();
    void toast.success(
      invited === 0
        ? 'Everybody who can be invited was invited'
        : `${invited} ${invited === 1 ? 'invitation is' : 'invitations are'} on the way`,
    );
    onInvited();
  }, ADMIN_TOASTS.inviteFailed);
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={() => void run()}>
      Invite everybody not yet invited
    </Button>
  );
}
