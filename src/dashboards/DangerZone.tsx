import { useState } from 'react';
import { deleteAccount } from '#features/accounts/account-deletion.api.ts';
import { authMessage } from '#features/accounts/auth-message.api.ts';
import { logOut, redirectHomeAfter } from '#features/accounts/session.store.ts';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { askLogout } from './ask-logout.tsx';
import { logoutLosses } from './logout-losses.store.ts';

interface Props {
  /** What goes with the account, as a sentence; without one it cannot be deleted here. */
  loses?: string | undefined;
}

const CONFIRMATION = 'DELETE';
const FAREWELL = 'Your account and your data are deleted';

/** Signing out everywhere, and for most people deleting the account once that word has been typed. */
export function DangerZone({ loses }: Props) {
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const here = asking ? logoutLosses() : [];
  const complain = (error: unknown) => void toast.error(authMessage(error));
  const leave = useSubmit(async () => {
    if (!(await askLogout(logoutLosses()))) return undefined;
    await logOut('global');
    return 'redirecting';
  }, complain);
  const erase = useSubmit(async () => {
    await redirectHomeAfter(deleteAccount, FAREWELL);
    return 'redirecting';
  }, complain);

  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" busy={leave.busy} onClick={() => void leave.submit()}>
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
              <p>{`${loses} This can’t be undone.`}</p>
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
