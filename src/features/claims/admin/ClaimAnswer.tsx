import { whyNot } from '#data/why-not-saved.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { PageClaim } from '../claim.ts';
import { decideClaim } from '../claims.api.ts';

interface Props {
  claim: Pick<PageClaim, 'id' | 'email'>;
  /** Whose page it is about. */
  name: string;
  onChanged: () => void;
}

/** Says whether a page is of the person who claims it. */
export function ClaimAnswer({ claim: { id, email }, name, onChanged }: Props) {
  const { busy, run } = useAction(async (accept: boolean) => {
    await decideClaim(id, accept);
    void toast.success(ADMIN_TOASTS.claimDecided);
    onChanged();
  }, whyNot(ADMIN_TOASTS.claimFailed));
  return (
    <>
      <Button
        size="sm"
        busy={busy}
        aria-label={`Approve ${email} for the page of ${name}`}
        onClick={() => void run(true)}
      >
        Approve
      </Button>
      <SmallButton
        busy={busy}
        aria-label={`Decline ${email} for the page of ${name}`}
        onClick={() => void run(false)}
      >
        Decline
      </SmallButton>
    </>
  );
}
