import { useState } from 'react';
import type { AccountActions } from '#features/accounts/settings/account-actions.ts';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { askLogout } from './ask-logout.tsx';

interface Props {
  /** What goes with the account, as a sentence; without one it cannot be deleted here. */
  loses?: string | undefined;
  actions: Pick<AccountActions, 'losses' | 'logOutEverywhere' | 'deleteAccount' | 'explain'>;
}

const CONFIRMATION = 'DELETE';

/** Signing out everywhere, and for most people deleting the account once that word has been typed. */
export function DangerZone({ loses, actions }: Props) {
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const here = asking ? actions.losses() : [];
  const complain = (error: unknown) => void toast.error(actions.explain(error));
  const logOut = useSubmit(async () => {
    if (!(await askLogout(actions.losses()))) return undefined;
    await actions.logOutEverywhere();
    return 'redirecting';
  }, complain);
  const erase = useSubmit(async () => {
    await actions.deleteAccount();
    return 'redirecting';
  }, complain);

  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" busy={logOut.busy} onClick={() => void logOut.submit()}>
        Log Out Everywhere
      </Button>
      {loses && (
        <>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete Account
          </Button>
          <ConfirmDialog
            open={asking}
            onClose={() => setAsking(false)}
            title="Delete your account?"
            confirmLabel="Delete for Good"
            blocked={typed.trim().toUpperCase() !== CONFIRMATION}
            busy={erase.busy}
            onConfirm={() => void erase.submit()}
          >
            <div className="flex flex-col gap-4">
              <p>{`${loses} This cannot be undone.`}</p>
              {here.length > 0 && <p>{`This device forgets ${here.join(', ')} as well.`}</p>}
              <FormField
                label={`Type ${CONFIRMATION} to confirm`}
                autoCapitalize="characters"
                required
                name="confirmation"
                autoComplete="off"
                value={typed}
                onText={setTyped}
              />
            </div>
          </ConfirmDialog>
        </>
      )}
    </div>
  );
}
