import type { ArtistChoice } from '#data/admin-lists.ts';
import type { AdminLead } from '#domain/admin.ts';
import { LIMITS } from '#domain/limits.ts';
import { ADMIN_TOASTS } from '#domain/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { LeadStatusBadge } from '#ui/LeadStatusBadge.tsx';
import { toast } from '#ui/toast.ts';
import { useAction } from '#ui/use-action.ts';
import { ArtistFinder } from './ArtistFinder.tsx';
import { useAssignment } from './use-assignment.ts';

interface AssignArtistsProps {
  lead: AdminLead;
  /** Artists that fit, after a release. */
  suggested: readonly ArtistChoice[];
  onChanged: () => void;
}

/** Who has the lead, changed as a whole: those who stay keep their status. */
export function AssignArtists({ lead, suggested, onChanged }: AssignArtistsProps) {
  const { chosen, changed, add, remove, save } = useAssignment(lead);
  const statusOf = (id: string) => lead.assignments.find((one) => one.artist_id === id)?.status;
  const { busy, run } = useAction(async () => {
    await save();
    void toast.success(ADMIN_TOASTS.leadAssigned);
    onChanged();
  }, ADMIN_TOASTS.assignFailed);

  return (
    <section aria-labelledby="assigned" className="space-y-4 border-line border-t pt-5">
      <h3 id="assigned" className="font-display text-xl">
        Artists
      </h3>
      {chosen.length === 0 && <p className="text-ink-2">Nobody has this lead.</p>}
      <ul className="divide-y divide-line">
        {chosen.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 py-2">
            <span className="flex-1 font-semibold">{name}</span>
            <LeadStatusBadge status={statusOf(id) ?? 'new'} />
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Remove ${name}`}
              onClick={() => remove(id)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {chosen.length < LIMITS.artistsOfLead && (
        <ArtistFinder taken={chosen.map(({ id }) => id)} suggested={suggested} onPick={add} />
      )}
      <Button busy={busy} disabled={!changed} onClick={() => void run()}>
        Save artists
      </Button>
    </section>
  );
}
