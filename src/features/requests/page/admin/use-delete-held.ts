import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { toast } from '#ui/toast.ts';
import { useAction } from '#ui/use-action.ts';
import { deleteHeldLeads, keepHeldLeads } from './leads.api.ts';

/** Deletes held leads, all of them without `ids`, with Undo in the toast. */
export function useDeleteHeld(onChanged: () => void, ids?: string[]) {
  return useAction(async () => {
    const deleted = await deleteHeldLeads(ids);
    const undo = async () => {
      await keepHeldLeads(deleted);
      onChanged();
      void toast.success(ADMIN_TOASTS.leadsKept);
    };
    void toast.success(ADMIN_TOASTS.leadsDeleted(deleted.length), {
      action: {
        label: 'Undo',
        onClick: () => void undo().catch(() => toast.error(ADMIN_TOASTS.deleteLeadsFailed)),
      },
    });
    onChanged();
  }, ADMIN_TOASTS.deleteLeadsFailed);
}
