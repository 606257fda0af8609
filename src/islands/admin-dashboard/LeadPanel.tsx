import { type ReactNode, useState } from 'react';
import { releaseLead } from '#data/admin-actions.ts';
import type { ArtistChoice } from '#data/admin-lists.ts';
import type { AdminLead } from '#domain/admin.ts';
import { shortDate } from '#domain/format.ts';
import { optionLabel } from '#domain/options.ts';
import { ADMIN_TOASTS } from '#domain/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { EmailLink, PhoneLink } from '#ui/ContactLinks.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/toast.ts';
import { AssignArtists } from './AssignArtists.tsx';

interface LeadPanelProps {
  lead: AdminLead | null;
  onClose: () => void;
  /** The list should be read again. */
  onChanged: () => void;
}

/** A whole request, who has it, and what an admin can do with it. */
export function LeadPanel({ lead, onClose, onChanged }: LeadPanelProps) {
  return (
    <Dialog open={lead !== null} onClose={onClose} title={lead ? `Lead from ${lead.name}` : 'Lead'}>
      {lead && <Content key={lead.id} lead={lead} onChanged={onChanged} />}
    </Dialog>
  );
}

function Content({ lead, onChanged }: { lead: AdminLead; onChanged: () => void }) {
  const [matches, setMatches] = useState<ArtistChoice[] | null>(null);
  return (
    <div className="space-y-6">
      {lead.held && !matches && <Held lead={lead} onReleased={setMatches} onChanged={onChanged} />}
      <p className="whitespace-pre-wrap wrap-anywhere">{lead.project_description}</p>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1.5">
        {factsOf(lead).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <AssignArtists lead={lead} suggested={matches ?? []} onChanged={onChanged} />
    </div>
  );
}

function factsOf(lead: AdminLead): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    ['Received', shortDate(lead.created_at)],
    ['Kind', optionLabel(lead.kind)],
    ['Email', lead.email && <EmailLink address={lead.email} />],
    ['Phone', lead.phone && <PhoneLink number={lead.phone} />],
    ['City', lead.city],
    ['Size', lead.mural_size],
    ['Surface', lead.surface_type && optionLabel(lead.surface_type)],
    ['Style', lead.style_preference && optionLabel(lead.style_preference)],
    ['Budget', lead.budget_range && optionLabel(lead.budget_range)],
  ];
  return facts.filter(([, value]) => value);
}

interface HeldProps {
  lead: AdminLead;
  onReleased: (matches: ArtistChoice[]) => void;
  onChanged: () => void;
}

/** A lead that looked like spam; releasing it offers the artists that fit. */
function Held({ lead, onReleased, onChanged }: HeldProps) {
  const [busy, setBusy] = useState(false);
  const release = async () => {
    setBusy(true);
    try {
      onReleased(await releaseLead(lead.id));
      toast.success(ADMIN_TOASTS.leadReleased);
      onChanged();
    } catch (error) {
      console.error(error);
      toast.error(ADMIN_TOASTS.releaseFailed);
    }
    setBusy(false);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-danger px-5 py-4">
      <p>
        <strong>Held.</strong> {HELD_REASONS[lead.held_reason ?? ''] ?? lead.held_reason}
      </p>
      <Button size="sm" busy={busy} onClick={release}>
        Release
      </Button>
    </div>
  );
}

const HELD_REASONS: Record<string, string> = {
  honeypot: 'A field that people cannot see was filled in.',
  too_fast: 'It was sent faster than a person can type.',
};
