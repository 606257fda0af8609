import { useState } from 'react';
import { ArtistFinder } from '#features/artists/admin/ArtistFinder.tsx';
import { plural } from '#lib/format.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { ChosenBar } from '#ui/admin-list/ChosenBar.tsx';
import { Button, SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { AdminLead } from './admin-lead.ts';
import { assignLeads } from './leads.api.ts';
import { MergeLeads } from './MergeLeads.tsx';
import { NoteForm } from './Notes.tsx';
import { useRemind } from './use-remind.ts';

interface ChosenLeadsProps {
  leads: readonly AdminLead[];
  onChooseAll: (on: boolean) => void;
  /** The list should be read again. */
  onDone: () => void;
}

type Step = 'assign' | 'note' | 'merge';

/** What can be done with the chosen leads together; nothing while none is. */
export function ChosenLeads({ leads, onChooseAll, onDone }: ChosenLeadsProps) {
  const [step, setStep] = useState<Step | null>(null);
  const ids = leads.map(({ id }) => id);
  const done = () => {
    setStep(null);
    onChooseAll(false);
    onDone();
  };
  const remind = useRemind(ids, done);
  if (leads.length === 0) return null;
  const close = () => setStep(null);
  return (
    <ChosenBar label="Chosen leads" count={leads.length} onChooseAll={onChooseAll}>
      <Button size="sm" onClick={() => setStep('assign')}>
        Assign
      </Button>
      <SmallButton busy={remind.busy} onClick={() => void remind.run()}>
        Remind
      </SmallButton>
      <SmallButton onClick={() => setStep('note')}>Note</SmallButton>
      {leads.length === 2 && <SmallButton onClick={() => setStep('merge')}>Merge</SmallButton>}
      <Dialog
        open={step === 'assign'}
        onClose={close}
        title={`Assign ${plural(leads.length, 'lead', 'leads')}`}
      >
        <AssignAll ids={ids} onDone={done} />
      </Dialog>
      <Dialog
        open={step === 'note'}
        onClose={close}
        title={`Note on ${plural(leads.length, 'lead', 'leads')}`}
      >
        <NoteForm leads={ids} onDone={done} />
      </Dialog>
      <MergeLeads open={step === 'merge'} leads={leads} onClose={close} onDone={done} />
    </ChosenBar>
  );
}

function AssignAll({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const { run } = useAction(async (artistId: string) => {
    const left = await assignLeads(ids, artistId);
    void toast.success(ADMIN_TOASTS.leadsAssigned, {
      ...(left > 0 && {
        description: `${plural(left, 'lead was', 'leads were')} left as they are: withdrawn, full, or with this artist already.`,
      }),
    });
    onDone();
  }, ADMIN_TOASTS.assignFailed);
  return (
    <div className="space-y-4">
      <p>Artists already assigned stay assigned.</p>
      <ArtistFinder taken={[]} verb="Assign to" onPick={({ id }) => void run(id)} />
    </div>
  );
}
