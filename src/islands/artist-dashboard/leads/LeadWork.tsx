import { useState } from 'react';
import type { OpenedLead } from '#data/artist-leads.ts';
import { nextState } from '#domain/assignment.ts';
import { proposalDraft } from '#stores/proposal-draft.ts';
import { NextStep } from './NextStep.tsx';
import { ProposalSection } from './ProposalSection.tsx';

export interface LeadWorkProps {
  opened: OpenedLead;
  onChanged: () => void;
}

/** What the artist does about a lead: the next step, the proposal, the conversation. */
export function LeadWork(props: LeadWorkProps) {
  const { lead, assignment } = props.opened;
  const open = !lead.withdrawn_at;
  const mayPropose = open && nextState(assignment.state, 'propose', 'artist') !== null;
  const [editing, setEditing] = useState(() => proposalDraft(lead.id).load() !== null);
  const proposing = mayPropose && editing;
  return (
    <>
      {open && <NextStep {...props} proposing={proposing} onPropose={() => setEditing(true)} />}
      <ProposalSection
        {...props}
        mayPropose={mayPropose}
        editing={proposing}
        onEditing={setEditing}
      />
    </>
  );
}
