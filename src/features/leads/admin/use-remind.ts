import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { remindLeads } from './leads.api.ts';

/** Reminds the artists who have not answered these requests, and says whether there were any. */
export function useRemind(leads: readonly string[], onDone: () => void) {
  return useAction(async () => {
    const reminded = await remindLeads(leads);
    void toast.success(reminded > 0 ? ADMIN_TOASTS.reminded : ADMIN_TOASTS.nobodyToRemind);
    onDone();
  }, ADMIN_TOASTS.remindFailed);
}
