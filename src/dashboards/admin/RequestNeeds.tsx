import type { MouseEvent, ReactNode } from 'react';
import { paths } from '#config/paths.ts';
import { loadLabel, type Suggestion } from '#features/artists/admin/artist-choice.ts';
import { AssignSuggested } from '#features/leads/admin/AssignSuggested.tsx';
import type { AdminLead } from '#features/leads/admin/admin-lead.ts';
import { heldBecause } from '#features/leads/admin/held-reasons.ts';
import { useDeleteHeld, useReleaseHeld } from '#features/leads/admin/use-delete-held.ts';
import { useRemind } from '#features/leads/admin/use-remind.ts';
import { useSuggestedArtists } from '#features/leads/admin/use-suggestions.ts';
import { grouped, projectExcerpt } from '#lib/format.ts';
import { optionLabel } from '#lib/options.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { When } from '#ui/When.tsx';
import { AdminNeed, NeedGroup } from './NeedGroup.tsx';
import type { AdminNeeds } from './needs.ts';

export interface NeedsProps {
  needs: AdminNeeds;
  onOpen: (leadId: string) => void;
  onChanged: () => void;
}

const listed = (filter: string) => `${paths.dashboard('admin', 'leads')}?filter=${filter}`;

/** What looks like spam, after everything that people wait for. */
export function HeldNeeds({ needs: { held }, ...rest }: NeedsProps) {
  return (
    <NeedGroup title="Held" of={held} href={listed('held')}>
      {held.rows.map((lead) => (
        <HeldLead key={lead.id} lead={lead} {...rest} />
      ))}
      {held.total > 1 && <DeleteAllHeld total={held.total} onChanged={rest.onChanged} />}
    </NeedGroup>
  );
}

/** Requests that nobody has, and that nobody has answered. */
export function RequestNeeds({ needs: { unassigned, unanswered }, ...rest }: NeedsProps) {
  const { data: suggestions } = useSuggestedArtists(unassigned.rows);
  return (
    <>
      <NeedGroup title="Unassigned" of={unassigned} href={listed('unassigned')}>
        {unassigned.rows.map((lead) => (
          <FreeLead
            key={lead.id}
            lead={lead}
            fits={suggestions && (suggestions.get(lead.id) ?? [])}
            onOpen={rest.onOpen}
          />
        ))}
      </NeedGroup>
      <NeedGroup title="No reply in 48 hours" of={unanswered} href={listed('unanswered')}>
        {unanswered.rows.map((lead) => (
          <SilentLead key={lead.id} lead={lead} {...rest} />
        ))}
      </NeedGroup>
    </>
  );
}

interface LeadProps {
  lead: AdminLead;
  onOpen: (leadId: string) => void;
  onChanged: () => void;
}

interface FreeProps extends Omit<LeadProps, 'onChanged'> {
  /** Who would suit it; null until that is known. */
  fits: readonly Suggestion[] | null;
}

function FreeLead({ lead, fits, onOpen }: FreeProps) {
  const artist = fits?.[0];
  const none = fits ? 'No artist fits by style or place.' : 'Looking for artists who fit…';
  return (
    <LeadNeed
      lead={lead}
      onOpen={onOpen}
      why={artist ? `Suggested: ${artist.name} · ${loadLabel(artist.open_requests)}` : none}
      actions={
        <>
          {artist && <AssignSuggested leadId={lead.id} artist={artist} />}
          <Button
            variant={artist ? 'secondary' : 'primary'}
            size="sm"
            aria-label={`Find an artist for ${lead.name}`}
            onClick={() => onOpen(lead.id)}
          >
            Find an Artist
          </Button>
        </>
      }
    />
  );
}

function HeldLead({ lead, onOpen, onChanged }: LeadProps) {
  const { busy, run } = useReleaseHeld(lead.id, onChanged);
  const remove = useDeleteHeld(onChanged, [lead.id]);
  return (
    <LeadNeed
      lead={lead}
      onOpen={onOpen}
      why={heldBecause(lead.held_reason)}
      actions={
        <>
          <SmallButton
            busy={remove.busy}
            aria-label={`Delete the request of ${lead.name}`}
            onClick={() => void remove.run()}
          >
            Delete
          </SmallButton>
          <SmallButton
            busy={busy}
            aria-label={`Not spam: the request of ${lead.name}`}
            onClick={() => void run()}
          >
            Not Spam
          </SmallButton>
        </>
      }
    />
  );
}

function DeleteAllHeld({ total, onChanged }: { total: number; onChanged: () => void }) {
  const { busy, run } = useDeleteHeld(onChanged);
  return (
    <li className="px-4 py-3 text-end">
      <SmallButton busy={busy} onClick={() => void run()}>
        {`Delete All ${grouped(total)}`}
      </SmallButton>
    </li>
  );
}

function SilentLead({ lead, onOpen, onChanged }: LeadProps) {
  const { busy, run } = useRemind([lead.id], onChanged);
  return (
    <LeadNeed
      lead={lead}
      onOpen={onOpen}
      why={`Waiting on ${lead.assignments.map(({ name }) => name).join(', ')}`}
      actions={
        <>
          <Button
            size="sm"
            busy={busy}
            aria-label={`Remind the artists of the request of ${lead.name}`}
            onClick={() => void run()}
          >
            Remind
          </Button>
          <SmallButton
            aria-label={`Find another artist for ${lead.name}`}
            onClick={() => onOpen(lead.id)}
          >
            Find Another
          </SmallButton>
        </>
      }
    />
  );
}

interface LeadNeedProps {
  lead: AdminLead;
  onOpen: (leadId: string) => void;
  why?: ReactNode;
  actions: ReactNode;
}

function LeadNeed({ lead, onOpen, why, actions }: LeadNeedProps) {
  const { style_preference: style, budget_range: budget } = lead;
  const call = lead.kind === 'consultation' && 'Wants a call first';
  const facts = [call, lead.city, style && optionLabel(style), budget && optionLabel(budget)];
  return (
    <AdminNeed title={<NeedLink id={lead.id} name={lead.name} onOpen={onOpen} />} actions={actions}>
      <p className="text-ink">{projectExcerpt(lead.project_description)}</p>
      <p>
        <span>{[...facts.filter(Boolean), ''].join(' · ')}</span>
        <When iso={lead.created_at} />
      </p>
      {why && <p>{why}</p>}
    </AdminNeed>
  );
}

/** Opens the lead over this page; in a tab of its own, over the list. */
function NeedLink(props: { id: string; name: string; onOpen: (id: string) => void }) {
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    props.onOpen(props.id);
  };
  return (
    <a href={paths.adminLead(props.id)} onClick={press} className="underline underline-offset-2">
      {props.name}
    </a>
  );
}
