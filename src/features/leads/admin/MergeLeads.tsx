import { useState } from 'react';
import { whyNot } from '#data/why-not-saved.ts';
import { projectExcerpt } from '#lib/format.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Input } from '#ui/forms/controls.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { When } from '#ui/When.tsx';
import type { AdminLead } from './admin-lead.ts';
import { mergeLeads } from './leads.api.ts';
import { proofOf } from './proof.ts';

interface MergeLeadsProps {
  open: boolean;
  /** The two. */
  leads: readonly AdminLead[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks which of two requests of one person goes on, and closes the other. */
export function MergeLeads({ open, leads, onClose, onDone }: MergeLeadsProps) {
  // The one that artists have is further; of two alike, the first that came.
  const [first] = [...leads].sort(
    (a, b) =>
      b.assignments.length - a.assignments.length || a.created_at.localeCompare(b.created_at),
  );
  const [chosen, choose] = useState<string | null>(null);
  const keep = chosen ?? first?.id ?? '';
  const double = leads.find(({ id }) => id !== keep)?.id ?? '';
  const { busy, run } = useAction(async () => {
    await mergeLeads(keep, double);
    void toast.success(ADMIN_TOASTS.leadsMerged);
    onDone();
  }, whyNot(ADMIN_TOASTS.mergeFailed));
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Merge two requests?"
      confirmLabel="Merge"
      busy={busy}
      onConfirm={() => void run()}
    >
      <fieldset className="space-y-3">
        <legend className="mb-3">
          The one you keep gets the artists of both. The other closes and links to it. This can’t be
          undone.
        </legend>
        {leads.map((lead) => (
          <label
            key={lead.id}
            className="flex cursor-pointer items-start gap-3 rounded-card border border-line bg-paper-2 p-4"
          >
            <Input
              type="radio"
              name="keep"
              className="mt-1 size-5 accent-brand"
              checked={lead.id === keep}
              onChange={() => choose(lead.id)}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{`Keep: ${projectExcerpt(lead.project_description)}`}</span>
              <span className="block text-ink-2 text-sm">
                <span>{lead.name}</span> · <When iso={lead.created_at} /> ·{' '}
                <span>{proofOf(lead)}</span> ·{' '}
                <span>
                  {lead.assignments.map(({ name }) => name).join(', ') || 'No artist has it'}
                </span>
              </span>
            </span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
