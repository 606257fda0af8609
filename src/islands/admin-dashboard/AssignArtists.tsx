import { useState } from 'react';
import { assignLead } from '#data/admin-actions.ts';
import type { ArtistChoice } from '#data/admin-lists.ts';
import type { AdminLead } from '#domain/admin.ts';
import { ADMIN_TOASTS } from '#domain/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { LeadStatusBadge } from '#ui/LeadStatusBadge.tsx';
import { toast } from '#ui/toast.ts';
import { ArtistFinder } from './ArtistFinder.tsx';

/** As many as the database takes for one lead. */
const MOST = 10;

interface AssignArtistsProps {
  lead: AdminLead;
  /** Artists that fit, after a release. */
  suggested: readonly ArtistChoice[];
  onChanged: () => void;
}

/** Who has the lead, changed as a whole: those who stay keep their status. */
export function AssignArtists({ lead, suggested, onChanged }: AssignArtistsProps) {
  const [saved, setSaved] = useState<readonly ArtistChoice[]>(() =>
    lead.assignments.map(({ artist_id, name }) => ({ id: artist_id, name })),
  );
  const [chosen, setChosen] = useState(saved);
  const [busy, setBusy] = useState(false);
  const ids = chosen.map(({ id }) => id);
  const changed = ids.join() !== saved.map(({ id }) => id).join();
  const statusOf = (id: string) => lead.assignments.find((one) => one.artist_id === id)?.status;
  const add = (artist: ArtistChoice) =>
    setChosen((now) => (now.some(({ id }) => id === artist.id) ? now : [...now, artist]));

  const save = async () => {
    setBusy(true);
    try {
      await assignLead(lead.id, ids);
      setSaved(chosen);
      toast.success(ADMIN_TOASTS.leadAssigned);
      onChanged();
    } catch (error) {
      console.error(error);
      toast.error(ADMIN_TOASTS.assignFailed);
    }
    setBusy(false);
  };

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
              onClick={() => setChosen((now) => now.filter((other) => other.id !== id))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {chosen.length < MOST && <ArtistFinder taken={ids} suggested={suggested} onPick={add} />}
      <Button busy={busy} disabled={!changed} onClick={save}>
        Save artists
      </Button>
    </section>
  );
}
