import { loadLabel } from '#features/artists/admin/artist-choice.ts';
import { plural } from '#lib/format.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { toast } from '#ui/toast.ts';
import { useAction } from '#ui/use-action.ts';
import type { AdminLead } from './admin-lead.ts';
import { assignLeads } from './leads.api.ts';
import { useSuggestions } from './use-suggestions.ts';

interface Props {
  leads: readonly AdminLead[];
  onDone: () => void;
}

/** Who would get which of the chosen leads, and the press that gives them. */
export function AssignEach({ leads, onDone }: Props) {
  const { data, failed, reload } = useSuggestions(leads);
  const fits = leads.flatMap((lead) => {
    const [artist] = data?.get(lead.id) ?? [];
    return artist ? [{ lead, artist }] : [];
  });
  const { busy, run } = useAction(async () => {
    for (const id of new Set(fits.map(({ artist }) => artist.id))) {
      const theirs = fits.filter(({ artist }) => artist.id === id);
      await assignLeads(
        theirs.map(({ lead }) => lead.id),
        id,
      );
    }
    void toast.success(ADMIN_TOASTS.leadsAssigned);
    onDone();
  }, ADMIN_TOASTS.assignFailed);
  if (failed) return <LoadFailed what="Suggestions" onRetry={reload} />;
  if (!data) return <Skeleton className="h-40" />;
  const left = leads.length - fits.length;
  return (
    <div className="space-y-4">
      <ul aria-label="Who gets which lead" className="divide-y divide-line">
        {fits.map(({ lead, artist }) => (
          <li key={lead.id} className="flex flex-wrap justify-between gap-x-4 py-2 wrap-anywhere">
            <span>{[lead.name, lead.city].filter(Boolean).join(', ')}</span>
            <span>
              <strong>{artist.name}</strong>{' '}
              <span className="text-ink-2 text-sm">{loadLabel(artist.open_requests)}</span>
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className="text-ink-2 text-sm">
          {`${plural(left, 'lead has', 'leads have')} an artist already, or no artist fits.`}
        </p>
      )}
      {fits.length > 0 && (
        <Button busy={busy} onClick={() => void run()}>
          {`Assign ${plural(fits.length, 'Lead', 'Leads')}`}
        </Button>
      )}
    </div>
  );
}
