import { useMemo, useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { DiarySection } from '#features/diary/DiarySection.tsx';
import { useJob } from '#features/jobs/use-job.ts';
import { agreementBasis } from '#features/requests/agreement-basis.ts';
import { isUndecided } from '#features/requests/assignment.ts';
import { useInSight } from '#features/requests/conversation/use-in-sight.ts';
import { askedToConfirm } from '#features/requests/lead.ts';
import type { LeadWithWork } from '#features/requests/page/artist-leads.api.ts';
import { JobParts } from '#features/requests/page/JobParts.tsx';
import { standingOfLead } from '#features/requests/page/standing.ts';
import { proposalDrafts } from '#features/requests/proposals/proposal-draft.store.ts';
import { ReviewCard } from '#features/requests/reviews/ReviewCard.tsx';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { useMedia } from '#ui/hooks/use-media.ts';
import { NewsContext } from '#ui/hooks/use-refresh.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { openPart } from '#ui/open-part.ts';
import type { Pieces } from '#ui/pieces.ts';
import { MuralOfLead } from './MuralOfLead.tsx';
import { NextStep } from './NextStep.tsx';
import { ProposalSection } from './ProposalSection.tsx';

interface Props {
  artist: Artist;
  lead: string;
  /** Null where it could not be read. */
  opened: LeadWithWork | null;
  /** How many messages of the client are new. */
  unread: number;
  onChanged: () => void;
  /** The conversation. */
  children: Pieces;
}

/** What the artist does about a lead: the next step, the conversation, the proposal, what follows a finished wall. */
export function LeadWork({ artist, lead: id, opened, unread, onChanged, children }: Props) {
  const [box, writes] = useInSight();
  const [editing, setEditing] = useState(() => proposalDrafts.of(id).load() !== null);
  const isPhone = useMedia('(max-width: 47.99rem)');
  const open = opened && !opened.lead.withdrawn_at ? opened : null;
  const state = opened?.assignment.state;
  const job = useMemo(() => ({ lead: id, artist: artist.id }), [id, artist.id]);
  const now = useJob(job, state, onChanged);
  const begun = state === 'accepted' || state === 'completed' || state === 'called_off';
  const mayPropose = open !== null && isUndecided(open.assignment.state);
  const proposing = mayPropose && editing;
  const propose = mayPropose && !proposing && state !== 'proposed' ? () => setEditing(true) : null;
  const basis = open && agreementBasis(artist.name, open.lead, open.details, open.proposals);
  const accepted = opened?.proposals.some((one) => one.state === 'accepted') ?? false;
  const finished = opened && state === 'completed' && askedToConfirm(opened.assignment) === null;
  const proposal = opened && (
    <ProposalSection
      key="proposal"
      opened={opened}
      onChanged={onChanged}
      mayPropose={mayPropose}
      editing={proposing}
      onEditing={setEditing}
    />
  );
  const talk = (
    <div className="relative">
      {children}
      {/* Where the next message is typed. */}
      <div
        ref={box}
        aria-hidden="true"
        className="pointer-events-none absolute bottom-0 h-32 w-px"
      />
    </div>
  );
  return (
    <NewsContext value={now.news}>
      {open && (
        <NextStep
          opened={open}
          onChanged={onChanged}
          onPropose={isPhone ? null : propose}
          standing={open && standingOfLead(open, now)}
          job={now.job}
        />
      )}
      {now.failed && <LoadFailed text="Where it stands didn’t load." onRetry={now.reload} />}
      {begun && proposal}
      {begun ? (
        <JobParts
          of={job}
          now={now}
          chosen={state !== 'completed' || accepted}
          side="artist"
          agreement={{
            known: state === 'accepted' ? basis : null,
            accepted: basis,
            over: state === 'called_off',
          }}
          talk="conversation"
          unread={unread}
          messages={
            <>
              {talk}
              <DiarySection job={job} />
            </>
          }
        />
      ) : (
        talk
      )}
      {finished && <MuralOfLead lead={opened.lead} />}
      {!begun && proposal}
      {state === 'completed' && (
        <ReviewCard of={{ lead: id, artist: artist.id }} artist={artist.name} />
      )}
      {isPhone && open && (begun || mayPropose) && !proposing && (
        <div
          className={cx(
            'sticky bottom-0 z-10 -mx-4 flex gap-3 border-line border-t bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:flex-1',
            writes && !propose && 'invisible',
          )}
        >
          {!(writes && propose) && (
            <Button variant={propose ? 'secondary' : 'primary'} onClick={write}>
              Message
            </Button>
          )}
          {propose && <Button onClick={propose}>Make a Proposal</Button>}
        </div>
      )}
    </NewsContext>
  );
}

/** Where the next message is typed; its heading while that is still loading. */
const write = () => openPart('conversation', 'textarea');
