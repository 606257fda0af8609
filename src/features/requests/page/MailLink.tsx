import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { mailLink, replaceLink } from './mail-link.store.ts';

/** Emails the link of this page to its client, or replaces it after asking. */
export function MailLink({ token }: { token: string }) {
  const { busy, attempt } = useAttempt(console.error);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        onClick={() => void attempt(() => mailLink(token))}
      >
        Email Me This Link
      </Button>
      <Button variant="ghost" size="sm" disabled={busy} onClick={() => setAsked(true)}>
        Replace Link
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Does someone else have this link?"
        confirmLabel="Replace Link"
        busy={busy}
        onConfirm={() => {
          setAsked(false);
          void attempt(() => replaceLink(token));
        }}
      >
        Every link of this request stops working, and we email you a new one.
      </ConfirmDialog>
    </>
  );
}
