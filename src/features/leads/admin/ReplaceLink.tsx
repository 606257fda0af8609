import { useState } from 'react';
import { whyNot } from '#data/why-not-saved.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { AdminLead } from './admin-lead.ts';
import { replaceLeadLink } from './leads.api.ts';

/** Asks, then ends every link of a request, for one that got into wrong hands. */
export function ReplaceLink({ lead }: { lead: Pick<AdminLead, 'id' | 'name'> }) {
  const [asked, setAsked] = useState(false);
  const { busy, run } = useAction(async () => {
    await replaceLeadLink(lead.id);
    void toast.success(ADMIN_TOASTS.linkReplaced);
    setAsked(false);
  }, whyNot(ADMIN_TOASTS.replaceLinkFailed));
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
        onConfirm={() => void run()}
      >
        <span>{`All links to this request stop working, and we email ${lead.name} a new one.`}</span>
      </ConfirmDialog>
    </>
  );
}
