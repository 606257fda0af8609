import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { inviteNewArtists } from '../claims.api.ts';

interface Props {
  /** Whom; without ids everybody whose public page is unclaimed and who was not invited yet. */
  ids?: readonly string[];
  onInvited: () => void;
}

/** Invites artists to take over their pages. */
export function InviteAll({ ids, onInvited }: Props) {
  const { busy, run } = useAction(async () => {
    void toast.success(ADMIN_TOASTS.invitations(await inviteNewArtists(ids)));
    onInvited();
  }, ADMIN_TOASTS.inviteFailed);
  return (
    <SmallButton busy={busy} onClick={() => void run()}>
      {ids ? 'Invite' : 'Invite Everyone Not Yet Invited'}
    </SmallButton>
  );
}
