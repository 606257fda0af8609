import { useId } from 'react';
import { ArtistFinder } from '#features/artists/admin/ArtistFinder.tsx';
import { ArtistLine } from '#features/artists/admin/ArtistLine.tsx';
import type { Suggestion } from '#features/artists/admin/artist-choice.ts';
import { LIMITS } from '#lib/limits.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { toast } from '#ui/toast.ts';
import { useAction } from '#ui/use-action.ts';
import { LeadStatusBadge } from '../../LeadStatusBadge.tsx';
import type { AdminLead } from './admin-lead.ts';
import { useAssignment } from './use-assignment.ts';

interface AssignArtistsProps {
  lead: AdminLead;
  /** Who would suit it; null while that is asked for. */
  suggestions: readonly Suggestion[] | null;
  onChanged: () => void;
}

/** Who has the lead and who would suit it: one press gives it to a suggested artist; other changes are saved as a whole. */
export function AssignArtists({ lead, suggestions, onChanged }: AssignArtistsProps) {
  const { chosen, changed, add, remove, assign, save } = useAssignment(lead);
  const statusOf = (id: string) => lead.assignments.find((one) => one.artist_id === id)?.status;
  const { busy, run } = useAction(async (change: () => Promise<void>) => {
    await change();
    void toast.success(ADMIN_TOASTS.leadAssigned);
    onChanged();
  }, ADMIN_TOASTS.assignFailed);
  const taken = chosen.map(({ id }) => id);
  const full = chosen.length >= LIMITS.artistsOfLead;

  return (
    <section
      aria-labelledby="assigned"
      className="@container min-w-0 space-y-4 max-lg:border-line max-lg:border-t max-lg:pt-5"
    >
      <h3 id="assigned" className="font-display text-xl">
        Artists
      </h3>
      {chosen.length === 0 && <p className="text-ink-2">No artist has this lead.</p>}
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
      {!full && (
        <Suggestions
          suggestions={suggestions?.filter(({ id }) => !taken.includes(id)) ?? null}
          busy={busy}
          onAssign={(artist) => void run(() => assign(artist))}
        />
      )}
      {!full && <ArtistFinder taken={taken} onPick={add} />}
      <Button busy={busy} disabled={!changed} onClick={() => void run(save)}>
        Save artists
      </Button>
    </section>
  );
}

interface SuggestionsProps {
  suggestions: readonly Suggestion[] | null;
  busy: boolean;
  onAssign: (artist: Suggestion) => void;
}

function Suggestions({ suggestions, busy, onAssign }: SuggestionsProps) {
  const id = useId();
  if (suggestions === null)
    return (
      <div role="status" className="space-y-2">
        <span className="sr-only">Looking for artists who fit…</span>
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    );
  if (suggestions.length === 0)
    return (
      <p className="text-ink-2 text-sm">No other artist fits by style or place. Look for one:</p>
    );
  return (
    <div className="rounded-card bg-paper-2 px-4 py-2">
      <h4 id={id} className="pt-1 font-semibold text-ink-2 text-sm">
        These fit the request
      </h4>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {suggestions.map((artist) => (
          <ArtistLine
            key={artist.id}
            artist={artist}
            reason={artist.reason}
            detailsId={`${id}-${artist.id}`}
          >
            <Button
              size="sm"
              busy={busy}
              aria-label={`Assign ${artist.name}`}
              aria-describedby={`${id}-${artist.id}`}
              onClick={() => onAssign(artist)}
            >
              Assign
            </Button>
          </ArtistLine>
        ))}
      </ul>
    </div>
  );
}
