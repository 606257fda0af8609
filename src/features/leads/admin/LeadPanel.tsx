import { useCallback } from 'react';
import { paths } from '#config/paths.ts';
import { LeadContact, LeadFacts, leadKind } from '#features/requests/LeadFacts.tsx';
import { detailsOfLead } from '#features/requests/lead-details.api.ts';
import { LeadPhotosSection } from '#features/requests/photos/LeadPhotosSection.tsx';
import { Button, SmallButton } from '#ui/Button.tsx';
import { type Loaded, useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { ShellSkeleton } from '#ui/skeletons.tsx';
import { When } from '#ui/When.tsx';
import { AssignArtists } from './AssignArtists.tsx';
import type { AdminLead } from './admin-lead.ts';
import { Beside } from './Beside.tsx';
import { Conversations } from './Conversations.tsx';
import { Doubles } from './Doubles.tsx';
import { heldBecause } from './held-reasons.ts';
import { JobLine } from './JobLine.tsx';
import { Notes } from './Notes.tsx';
import { readLead } from './opened-lead.api.ts';
import type { OpenedLead } from './opened-lead.ts';
import { ReplaceLink } from './ReplaceLink.tsx';
import { useDeleteHeld, useReleaseHeld } from './use-delete-held.ts';

interface LeadPanelProps {
  /** What the address names; nothing is open without it. */
  id: string | null;
  /** The leads below, in their order: what is listed is there at once, and those beside it are a press away. */
  list: readonly AdminLead[];
  onOpen: (id: string) => void;
  onClose: () => void;
  /** The list should be read again. */
  onChanged: () => void;
}

/** A whole request, who has it and who would suit it, and what an admin can do with it. */
export function LeadPanel({ id, list, onOpen, onClose, onChanged }: LeadPanelProps) {
  const read = useCallback(
    async (signal: AbortSignal) => ({ id, opened: id ? await readLead(id, signal) : null }),
    [id],
  );
  const loaded = useLoad(read);
  // What was read for the one before does not show itself under this one's name.
  const answer = loaded.data?.id === id ? loaded.data : null;
  const lead = answer?.opened?.lead ?? list.find((listed) => listed.id === id);
  const changed = () => {
    loaded.refresh();
    onChanged();
  };
  return (
    <Dialog
      open={id !== null}
      onClose={onClose}
      title={lead ? `${leadKind(lead)} from ${lead.name}` : 'Lead'}
      className="lg:w-[min(64rem,calc(100vw-4rem))]"
    >
      {id && <Beside id={id} list={list} onOpen={onOpen} />}
      {lead ? (
        <Content key={lead.id} lead={lead} opened={answer?.opened ?? null} onChanged={changed} />
      ) : (
        <Missing loaded={loaded} />
      )}
    </Dialog>
  );
}

function Missing({ loaded }: { loaded: Pick<Loaded<unknown>, 'failed' | 'busy' | 'reload'> }) {
  if (loaded.failed) return <LoadFailed text="The lead didn’t load." onRetry={loaded.reload} />;
  if (loaded.busy) return <ShellSkeleton />;
  return <p>There is no such lead. The client may have erased it.</p>;
}

interface ContentProps {
  lead: AdminLead;
  /** Null until it is read. */
  opened: OpenedLead | null;
  onChanged: () => void;
}

function Content({ lead, opened, onChanged }: ContentProps) {
  const { data: details } = useLoad(useCallback(() => detailsOfLead(lead.id), [lead.id]));
  return (
    <div className="space-y-6">
      {lead.merged_into && (
        <p className="rounded-card border-2 border-line px-5 py-4">
          <strong>Closed as a duplicate</strong> <When iso={lead.withdrawn_at ?? lead.created_at} />
          .{' '}
          <a href={paths.adminLead(lead.merged_into)} className="underline underline-offset-4">
            Open the Other Request
          </a>
        </p>
      )}
      {lead.withdrawn_at && !lead.merged_into && (
        <p className="rounded-card border-2 border-line px-5 py-4">
          <strong>Withdrawn</strong> <When iso={lead.withdrawn_at} />. Artists no longer see who
          sent it.
        </p>
      )}
      {lead.held && !lead.withdrawn_at && <Held lead={lead} onChanged={onChanged} />}
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start lg:gap-8">
        <div className="min-w-0 space-y-6">
          <LeadFacts lead={lead} details={details} />
          <LeadPhotosSection lead={lead.id} />
          <section aria-label="Who sent it" className="rounded-card bg-paper-2 p-4">
            <LeadContact lead={lead} />
            {lead.locale === 'es' && <p className="mt-2 text-ink-2">Writes in Spanish</p>}
            {lead.email && !lead.held && !lead.withdrawn_at && <ReplaceLink lead={lead} />}
          </section>
        </div>
        {!lead.withdrawn_at && (
          <AssignArtists
            lead={lead}
            suggestions={opened?.suggestions ?? null}
            onChanged={onChanged}
          />
        )}
      </div>
      {opened && <JobLine lead={opened.lead} history={opened.history} />}
      {opened && <Doubles lead={opened.lead} doubles={opened.doubles} onChanged={onChanged} />}
      {opened && <Notes leadId={lead.id} notes={opened.notes} onChanged={onChanged} />}
      {lead.assignments.length > 0 && <Conversations lead={lead} onChanged={onChanged} />}
    </div>
  );
}

/** A lead that looked like spam or came with a flood. */
function Held({ lead, onChanged }: { lead: AdminLead; onChanged: () => void }) {
  const { busy, run } = useReleaseHeld(lead.id, onChanged);
  const remove = useDeleteHeld(onChanged, [lead.id]);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-danger px-5 py-4">
      <p className="font-semibold">{heldBecause(lead.held_reason)}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={busy} onClick={() => void run()}>
          Not Spam
        </Button>
        <SmallButton busy={remove.busy} onClick={() => void remove.run()}>
          Delete
        </SmallButton>
      </div>
    </div>
  );
}
