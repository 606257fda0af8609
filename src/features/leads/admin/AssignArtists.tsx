import { useId, useState } from 'react';
import { ArtistFinder } from '#features/artists/admin/ArtistFinder.tsx';
import { ArtistLine } from '#features/artists/admin/ArtistLine.tsx';
import type { Suggestion } from '#features/artists/admin/artist-choice.ts';
import { LeadStatusBadge } from '#features/requests/LeadStatusBadge.tsx';
import { plural } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { useRefocus } from '#ui/hooks/use-refocus.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { PartHeading, titleId } from '#ui/PartHeading.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import type { AdminLead } from './admin-lead.ts';
import { useAssign, useUnassign } from './use-assign.ts';

interface AssignArtistsProps {
  lead: AdminLead;
  /** Who would suit it; null while that is asked for. */
  suggestions: readonly Suggestion[] | null;
  onChanged: () => void;
}

/** Who has the lead and who would suit it; each press saves at once. */
export function AssignArtists({ lead, suggestions, onChanged }: AssignArtistsProps) {
  const { busy, run } = useAssign(lead.id, onChanged);
  const remove = useUnassign(lead.id, onChanged);
  const [leaving, setLeaving] = useState<Holder | null>(null);
  const taken = lead.assignments.map(({ artist_id }) => artist_id);
  useRefocus(taken.length, () => document.getElementById('assigned'));

  return (
    <section
      aria-labelledby={titleId('assigned')}
      className="@container min-w-0 space-y-4 max-lg:border-line max-lg:border-t max-lg:pt-5"
    >
      <PartHeading
        id="assigned"
        title="Artists"
        line={
          taken.length === 0
            ? 'No artist has this lead.'
            : `${plural(taken.length, 'artist')} of ${LIMITS.artistsOfLead}`
        }
      />
      <ul className="divide-y divide-line">
        {lead.assignments.map((holder) => (
          <li key={holder.artist_id} className="flex flex-wrap items-center gap-3 py-2">
            <span className="flex-1 font-semibold">{holder.name}</span>
            <LeadStatusBadge status={holder.status} />
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Remove ${holder.name}`}
              onClick={() => setLeaving(holder)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {taken.length < LIMITS.artistsOfLead && (
        <>
          <Suggestions
            suggestions={suggestions?.filter(({ id }) => !taken.includes(id)) ?? null}
            busy={busy}
            onAssign={run}
          />
          <ArtistFinder taken={taken} verb="Assign" onPick={run} />
        </>
      )}
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Remove ${leaving?.name} from this lead?`}
        confirmLabel="Remove"
        busy={remove.busy}
        onConfirm={() => leaving && void remove.run(leaving.artist_id).then(() => setLeaving(null))}
      >
        Their messages and proposal are deleted; both keep a copy of an accepted job. This can’t be
        undone.
      </ConfirmDialog>
    </section>
  );
}

type Holder = AdminLead['assignments'][number];

interface SuggestionsProps {
  suggestions: readonly Suggestion[] | null;
  busy: boolean;
  onAssign: (artist: Suggestion) => Promise<void>;
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
              onClick={() => void onAssign(artist)}
            >
              Assign
            </Button>
          </ArtistLine>
        ))}
      </ul>
    </div>
  );
}
