import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { toastWithUndo } from '#ui/overlays/undo.ts';
import { deleteHeldLeads, keepHeldLeads, releaseLead } from './leads.api.ts';

/** Deletes held leads, all of them without `ids`, with Undo in the toast. */
export function useDeleteHeld(onChanged: () => void, ids?: string[]) {
  return useAction(async () => {
    const deleted = await deleteHeldLeads(ids);
    toastWithUndo(ADMIN_TOASTS.leadsDeleted(deleted.length), {
      undo: async () => {
        await keepHeldLeads(deleted);
        onChanged();
        void toast.success(ADMIN_TOASTS.leadsKept);
      },
      failed: ADMIN_TOASTS.deleteLeadsFailed,
    });
    onChanged();
  }, ADMIN_TOASTS.deleteLeadsFailed);
}

/** Lets a held lead through. */
export function useReleaseHeld(leadId: string, onChanged: () => void) {
  return useAction(async () => {
    await releaseLead(leadId);
    void toast.success(ADMIN_TOASTS.leadReleased);
    onChanged();
  }, ADMIN_TOASTS.releaseFailed);
}
