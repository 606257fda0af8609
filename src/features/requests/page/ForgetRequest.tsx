import { useState } from 'react';
import { markSignOut } from '#browser/personal.ts';
import { paths } from '#config/paths.ts';
import { storedUserId } from '#data/browser-client.ts';
import { goHomeErased } from '#features/accounts/go-home.store.ts';
import { Button } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';

/** For a guest on a computer of others: all that logging out erases. Nothing of the request itself changes. */
export function ForgetRequest() {
  const [asked, setAsked] = useState(false);
  const { busy, attempt } = useAttempt(console.error);
  // An account logs out.
  if (storedUserId()) return null;
  const forget = () =>
    attempt(() => {
      markSignOut();
      // Going back leads to a page that opens nothing.
      history.replaceState(null, '', paths.request);
      return goHomeErased('This device has forgotten your request');
    });
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsked(true)}>
        Forget This Request on This Device
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Forget your request on this device?"
        confirmLabel="Forget"
        busy={busy}
        onConfirm={() => void forget()}
      >
        <p>
          This browser forgets the link, your shortlist, and what you typed or chose and have not
          sent. The request stays with its artists, and the link in your emails opens it.
        </p>
        <p className="mt-3">
          On a computer that others use, clear the browser’s history as well: it has the pages you
          opened.
        </p>
      </ConfirmDialog>
    </>
  );
}
