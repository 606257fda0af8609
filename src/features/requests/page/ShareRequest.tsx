import { useState } from 'react';
import { markSignOut } from '#browser/personal.ts';
import { paths } from '#config/paths.ts';
import { storedUserId } from '#data/browser-client.ts';
import { goHomeErased } from '#features/accounts/go-home.store.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import type { OwnRequest } from '../sending/own-request.store.ts';
import { AccountLink } from './AccountLink.tsx';
import { mailLink, replaceLink } from './mail-link.store.ts';

/** Everything that holds, moves or ends the link of a request, behind one button. */
export function ShareRequest({ token, reference }: OwnRequest) {
  const [open, setOpen] = useState(false);
  const { busy, attempt } = useAttempt(console.error);
  return (
    <>
      <SmallButton onClick={() => setOpen(true)}>Share</SmallButton>
      <Dialog open={open} onClose={() => setOpen(false)} title="Share your request">
        <p>
          Reference <strong className="ms-1 tracking-widest">{reference}</strong>. Anyone with your
          link can do what you can.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button size="sm" busy={busy} onClick={() => void attempt(() => mailLink(token))}>
            Email Me This Link
          </Button>
          <AccountLink token={token} reference={reference} />
        </div>
        <details>
          <summary className="cursor-pointer py-2 font-semibold">
            Someone else has this link?
          </summary>
          <p className="pb-3">
            Every link of this request stops working, and we email you a new one.
          </p>
          <SmallButton busy={busy} onClick={() => void attempt(() => replaceLink(token))}>
            Replace Link
          </SmallButton>
        </details>
        {/* An account logs out. */}
        {!storedUserId() && <Forget />}
      </Dialog>
    </>
  );
}

/** For a guest on a computer of others: all that logging out erases. Nothing of the request itself changes. */
function Forget() {
  const { busy, attempt } = useAttempt(console.error);
  const forget = () =>
    attempt(() => {
      markSignOut();
      // Going back leads to a page that opens nothing.
      history.replaceState(null, '', paths.request);
      return goHomeErased('This device has forgotten your request');
    });
  return (
    <details>
      <summary className="cursor-pointer py-2 font-semibold">On a shared device?</summary>
      <p className="pb-3">
        This browser forgets the link, your shortlist and what you haven’t sent. The link in your
        emails still works. Clear the browser’s history too.
      </p>
      <SmallButton busy={busy} onClick={() => void forget()}>
        Forget This Request on This Device
      </SmallButton>
    </details>
  );
}
