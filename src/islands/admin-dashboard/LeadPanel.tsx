import { useCallback, useState } from 'react';
import { releaseLead } from '#data/admin-actions.ts';
import type { ArtistChoice } from '#data/admin-lists.ts';
import { detailsOfLead } from '#data/lead-details.ts';
import type { AdminLead } from '#domain/admin.ts';
import { ADMIN_TOASTS } from '#domain/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { LeadContact, LeadDetails, leadKind, When } from '#ui/LeadDetails.tsx';
import { toast } from '#ui/toast.ts';
import { useAction } from '#ui/use-action.ts';
import { useLoad } from '#ui/use-load.ts';
import { AssignArtists } from './AssignArtists.tsx';
import { Conversations } from './Conversations.tsx';

interface LeadPanelProps {
  lead: AdminLead | null;
  onClose: () => void;
  /** The list should be read again. */
  onChanged: () => void;
}

/** A whole request, who has it, and what an admin can do with it. */
export function LeadPanel({ lead, onClose, onChanged }: LeadPanelProps) {
  return (
    <Dialog
      open={lead !== null}
      onClose={onClose}
      title={lead ? `${leadKind(lead)} from ${lead.name}` : 'Lead'}
    >
      {lead && <Content key={lead.id} lead={lead} onChanged={onChanged} />}
    </Dialog>
  );
}

function Content({ lead, onChanged }: { lead: AdminLead; onChanged: () => void }) {
  const [matches, setMatches] = useState<ArtistChoice[] | null>(null);
  const { data: details } = useLoad(useCallback(() => detailsOfLead(lead.id), [lead.id]));
  return (
    <div className="space-y-6">
      {lead.withdrawn_at && (
        <p className="rounded-card border-2 border-line px-5 py-4">
          <strong>Withdrawn</strong> <When iso={lead.withdrawn_at} />. No artist sees who sent it,
          and nobody goes on with it.
        </p>
      )}
      {lead.held && !matches && <Held lead={lead} onReleased={setMatches} onChanged={onChanged} />}
      <LeadDetails lead={lead} details={details} />
      <section aria-label="Who sent it" className="rounded-card bg-paper-2 p-4">
        <LeadContact lead={lead} />
      </section>
      {!lead.withdrawn_at && (
        <AssignArtists lead={lead} suggested={matches ?? []} onChanged={onChanged} />
      )}
      {lead.assignments.length > 0 && <Conversations lead={lead} onChanged={onChanged} />}
    </div>
  );
}

interface HeldProps {
  lead: AdminLead;
  onReleased: (matches: ArtistChoice[]) => void;
  onChanged: () => void;
}

/** A lead that looked like spam or came with a flood; releasing it offers the artists that fit. */
function Held({ lead, onReleased, onChanged }: HeldProps) {
  const { busy, run } = useAction(async () => {
    onReleased(await releaseLead(lead.id));
    toast.success(ADMIN_TOASTS.leadReleased);
    onChanged();
  }, ADMIN_TOASTS.releaseFailed);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-danger px-5 py-4">
      <p>
        <strong>Held.</strong> {HELD_REASONS[lead.held_reason ?? ''] ?? lead.held_reason}
      </p>
      <Button size="sm" busy={busy} onClick={() => void run()}>
        Release
      </Button>
    </div>
  );
}

const HELD_REASONS: Record<string, string> = {
  honeypot: 'A field that people cannot see was filled in.',
  too_fast: 'It was sent faster than a person can type.',
  client_limit: 'Unusually many requests came from one network within minutes.',
  account_limit: 'This account sent unusually many requests within an hour.',
  total_limit: 'Unusually many requests came from everywhere within minutes.',
};
