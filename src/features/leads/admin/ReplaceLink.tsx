import { useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { messageFor } from '#lib/errors.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { SmallButton } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { AdminLead } from './admin-lead.ts';
import { replaceLeadLink } from './leads.api.ts';

/** Asks, then ends every link of a request, for one that got into wrong hands. */
export function ReplaceLink({ lead }: { lead: Pick<AdminLead, 'id' | 'name'> }) {
  const [asked, setAsked] = useState(false);
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(messageFor(toAppError(error).code, ADMIN_TOASTS.replaceLinkFailed));
  });
  const replace = () =>
    attempt(async () => {
      await replaceLeadLink(lead.id);
      void toast.success(ADMIN_TOASTS.linkReplaced);
      setAsked(false);
    });
  return (
    <>
      <SmallButton className="mt-4" onClick={() => setAsked(true)}>
        Replace Link
      </SmallButton>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={`Replace the link of ${lead.name}?`}
        confirmLabel="Replace Link"
        busy={busy}
        onConfirm={() => void replace()}
      >
        <span>{`All links to this request stop working, and we email ${lead.name} a new one.`}</span>
      </ConfirmDialog>
    </>
  );
}
