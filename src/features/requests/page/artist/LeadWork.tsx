import { lazy, Suspense, useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { again } from '#ui/again.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import { nextState } from '../../assignment.ts';
import { askedToConfirm } from '../../lead.ts';
import { ProposalSection } from '../../proposals/ProposalSection.tsx';
import { proposalDrafts } from '../../proposals/proposal-draft.store.ts';
import { ReviewCard } from '../../reviews/ReviewCard.tsx';
import { reviewDesk } from '../../reviews/review-desk.store.ts';
import type { LeadWorkProps } from './lead-work.ts';
import { NextStep } from './NextStep.tsx';

const FinishedMural = lazy(() =>
  again(() => import('../../finished-mural/FinishedMuralSection.tsx')).then((module) => ({
    default: module.FinishedMuralSection,
  })),
);

/** What the artist does about a lead: the next step, the proposal, what follows a finished wall. */
export function LeadWork({ artist, ...props }: LeadWorkProps & { artist: Artist }) {
  const { lead, assignment } = props.opened;
  const open = !lead.withdrawn_at;
  const mayPropose = open && nextState(assignment.state, 'propose', 'artist') !== null;
  const [editing, setEditing] = useState(() => proposalDrafts.of(lead.id).load() !== null);
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
        <ReviewCard
          begin={() => reviewDesk({ lead: lead.id, artist: artist.id })}
          artist={artist.name}
        />
      )}
    </>
  );
}
