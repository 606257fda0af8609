import { useRef, useState } from 'react';
import { ProposalForm } from '#features/requests/proposals/ProposalForm.tsx';
import { ProposalHistory, ProposalView } from '#features/requests/proposals/ProposalView.tsx';
import { priceLabel } from '#features/requests/proposals/proposal.ts';
import { withdrawProposal } from '#features/requests/proposals/proposals.api.ts';
import { useLeadAction } from '#features/requests/proposals/use-lead-action.ts';
import { plural } from '#lib/format.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { Folded } from '#ui/Folded.tsx';
import { useRefocus } from '#ui/hooks/use-refocus.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import type { LeadWorkProps } from './lead-work.ts';

interface Props extends LeadWorkProps {
  mayPropose: boolean;
  editing: boolean;
  onEditing: (editing: boolean) => void;
}

/** What the artist has offered, the form that offers it, and what was offered before. */
export function ProposalSection(props: Props) {
  const { opened, onChanged, mayPropose, editing, onEditing } = props;
  const { lead, proposals } = opened;
  const current = proposals.find(({ state }) => state === 'open' || state === 'accepted') ?? null;
  const earlier = proposals.filter((proposal) => proposal !== current);
  const [asked, setAsked] = useState(false);
  const { busy, act } = useLeadAction(onChanged);
  const heading = useRef<HTMLHeadingElement>(null);
  useRefocus(editing, () => heading.current ?? document.getElementById('next'));
  if (!editing && proposals.length === 0) return null;

  const takeBack = (id: string) =>
    act(
      () => withdrawProposal(id),
      'Your proposal is taken back',
      () => setAsked(false),
    );
  const title = (
    <h3 id="proposal" ref={heading} tabIndex={-1} className="inline font-display text-xl">
      Your proposal
    </h3>
  );
  const before = earlier.length > 0 && (
    <details className="flex flex-col">
      <summary className="cursor-pointer underline underline-offset-4">
        {plural(earlier.length, 'earlier proposal')}
      </summary>
      <ProposalHistory proposals={earlier} />
    </details>
  );
  if (current?.state === 'accepted')
    return (
      <section aria-labelledby="proposal">
        <Folded title={title} line={`Accepted: ${priceLabel(current)}`}>
          <ProposalView proposal={current} />
          {before}
        </Folded>
      </section>
    );
  return (
    <section aria-labelledby="proposal" className="flex flex-col gap-4">
      {title}
      {editing && (
        <ProposalForm
          lead={lead.id}
          current={current}
          onSent={() => {
            onChanged();
            onEditing(false);
          }}
          onClose={() => onEditing(false)}
        />
      )}
      {!editing && current && (
        <div className="flex flex-col gap-4 rounded-card border border-line p-5">
          <ProposalView proposal={current} />
          {mayPropose && (
            <div className="flex flex-wrap gap-3">
              <SmallButton onClick={() => onEditing(true)}>Change</SmallButton>
              <Button variant="ghost" size="sm" onClick={() => setAsked(true)}>
                Take Back
              </Button>
            </div>
          )}
        </div>
      )}
      {before}
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Take your proposal back?"
        confirmLabel="Take Back"
        busy={busy}
        onConfirm={() => current && void takeBack(current.id)}
      >
        The client can no longer accept it.
      </ConfirmDialog>
    </section>
  );
}
