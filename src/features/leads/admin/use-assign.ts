import { whyNot } from '#data/why-not-saved.ts';
import type { ChosenArtist } from '#features/artists/admin/artist-choice.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { toastWithUndo } from '#ui/overlays/undo.ts';
import { assignLead } from './leads.api.ts';

/** Gives a lead to one more artist, with Undo in the toast; the other artists keep it. `onChanged` hears whether they have it. */
export function useAssign(leadId: string, onChanged: (assigned: boolean) => void) {
  return useAction(async ({ id, name }: ChosenArtist) => {
    await assignLead(leadId, [id], []);
    toastWithUndo(ADMIN_TOASTS.leadAssigned, {
      description: `To ${name}`,
      undo: async () => {
        await assignLead(leadId, [], [id]);
        onChanged(false);
        void toast.success(ADMIN_TOASTS.artistRemoved);
      },
      failed: ADMIN_TOASTS.removeArtistFailed,
    });
    onChanged(true);
  }, ADMIN_TOASTS.assignFailed);
}

/** Takes a lead from an artist; not while an agreement of theirs is in force. */
export function useUnassign(leadId: string, onChanged: () => void) {
  return useAction(async (artistId: string) => {
    await assignLead(leadId, [], [artistId]);
    void toast.success(ADMIN_TOASTS.artistRemoved);
    onChanged();
  }, whyNot(ADMIN_TOASTS.removeArtistFailed));
}
