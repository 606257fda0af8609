import { lazy, Suspense, useState } from 'react';
import type { OpenedLead } from '#data/artist-leads.ts';
import type { Artist } from '#domain/artist.ts';
import { nextState } from '#domain/assignment.ts';
import { askedToConfirm } from '#domain/lead.ts';
import { proposalDraft } from '#stores/proposal-draft.ts';
import { reviewDesk } from '#stores/review-desk.ts';
import { again } from '#ui/again.ts';
import { Review } from '#ui/review/Review.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { NextStep } from './NextStep.tsx';
import { ProposalSection } from './ProposalSection.tsx';

const FinishedMural = lazy(() =>
  again(() => import('./FinishedMural.tsx')).then((module) => ({ default: module.FinishedMural })),
);

export interface LeadWorkProps {
  opened: OpenedLead;
  onChanged: () => void;
}

/** What the artist does about a lead: the next step, the proposal, what follows a finished wall. */
export function LeadWork({ artist, ...props }: LeadWorkProps & { artist: Artist }) {
  const { lead, assignment } = props.opened;
  const open = !lead.withdrawn_at;
  const mayPropose = open && nextState(assignment.state, 'propose', 'artist') !== null;
  const [editing, setEditing] = useState(() => proposalDraft(lead.id).load() !== null);
  const proposing = mayPropose && editing;
  const finished = assignment.state === 'completed' && askedToConfirm(assignment) === null;
  return (
    <>
      {open && <NextStep {...props} proposing={proposing} onPropose={() => setEditing(true)} />}
      {finished && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <FinishedMural lead={lead} artist={artist} />
        </Suspense>
      )}
      <ProposalSection
        {...props}
        mayPropose={mayPropose}
        editing={proposing}
        onEditing={setEditing}
      />
      {assignment.state === 'completed' && (
        <Review
          begin={() => reviewDesk({ lead: lead.id, artist: artist.id })}
          artist={artist.name}
        />
      )}
    </>
  );
}
