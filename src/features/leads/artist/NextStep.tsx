import { useEffect, useState } from 'react';
import { JobSteps } from '#features/jobs/JobSteps.tsx';
import type { Job, Standing } from '#features/jobs/job.ts';
import { type AssignmentState, isUndecided } from '#features/requests/assignment.ts';
import { askedToConfirm } from '#features/requests/lead.ts';
import { LEAD_LIFECYCLE } from '#features/requests/lead-status.ts';
import { CalledOff } from '#features/requests/page/CalledOff.tsx';
import { CallOffJob } from '#features/requests/page/CallOffJob.tsx';
import { PART_PLACES } from '#features/requests/page/JobParts.tsx';
import {
  completeRequest,
  disputeCompletion,
  undoCompletion,
} from '#features/requests/page/request.api.ts';
import { DeclineDialog } from '#features/requests/proposals/DeclineDialog.tsx';
import { useLeadAction } from '#features/requests/proposals/use-lead-action.ts';
import { dayFromNow } from '#lib/day.ts';
import { Button } from '#ui/Button.tsx';
import { openPart } from '#ui/open-part.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import type { LeadWorkProps } from './lead-work.ts';

/** What is left to be said where the steps of the job say nothing. */
const SENTENCES: Partial<Record<AssignmentState, string>> = {
  completed: 'The wall is painted.',
  declined: 'You have declined this request.',
  passed: 'The client has chosen another artist.',
  expired: 'You didn’t answer for 7 days. You still can.',
};

interface Props extends LeadWorkProps {
  /** Opens the form of a proposal; null where that is open, of no use, or in the bar at the foot of a phone. */
  onPropose: (() => void) | null;
  /** Null where the artist is no longer on the lead. */
  standing: Standing | 'unknown' | null;
  job: Job | null;
}

/** The next step as one clear button, and the other ways on beside it. */
export function NextStep({ opened, onChanged, onPropose, standing, job }: Props) {
  const { lead, assignment, artistId } = opened;
  const { state } = assignment;
  const [question, setQuestion] = useState<'decline' | 'complete' | null>(null);
  const { busy, act } = useLeadAction(onChanged);
  const key = { lead: lead.id, artist: artistId };
  const complete = (done: string, then?: () => void) => act(() => completeRequest(key), done, then);
  const close = () => setQuestion(null);

  // Where a link from Today leads, once it is there.
  useEffect(() => {
    if (location.hash) openPart(location.hash.slice(1));
  }, []);

  const asked = askedToConfirm(assignment);
  const isKnown = standing !== 'unknown';
  const hasBegun = isKnown && (!job?.starts_on || job.starts_on <= dayFromNow(0));
  const isDue = hasBegun && /paint/.test(job?.turns.artist?.action ?? '');
  const paintsEarly = state === 'talking' || (state === 'accepted' && isKnown && !hasBegun);
  const painted = (
    <Button variant={isDue ? 'primary' : 'secondary'} onClick={() => setQuestion('complete')}>
      Mark as Painted
    </Button>
  );
  return (
    <section aria-labelledby="next" className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <h3 id="next" tabIndex={-1} className="font-display text-xl">
          Next step
        </h3>
        {standing && (
          <JobSteps
            side="artist"
            standing={isKnown ? standing : null}
            of={key}
            job={job}
            other={LEAD_LIFECYCLE[lead.status].showsContact ? lead.name : 'the client'}
            places={PART_PLACES}
          />
        )}
        {job?.called_off && <CalledOff how={job.called_off} side="artist" other="The client" />}
        {!asked && isKnown && <p className="empty:hidden">{SENTENCES[state]}</p>}
      </div>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {asked === 'artist' && (
          <>
            <Button busy={busy} onClick={() => void complete('Thank you. The wall is painted.')}>
              Confirm
            </Button>
            <Button
              variant="secondary"
              busy={busy}
              onClick={() =>
                void act(() => disputeCompletion(key), 'The client sees it on their request page')
              }
            >
              Not Yet
            </Button>
          </>
        )}
        {asked === 'client' && (
          <Button
            variant="secondary"
            busy={busy}
            onClick={() =>
              void act(() => undoCompletion(key), 'It’s not marked as painted anymore')
            }
          >
            Undo
          </Button>
        )}
        {onPropose && <Button onClick={onPropose}>Make a Proposal</Button>}
        {state === 'accepted' && hasBegun && painted}
        {(isUndecided(state) || paintsEarly || state === 'accepted') && (
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
              More
            </summary>
            <div className="flex flex-wrap gap-3">
              {paintsEarly && painted}
              {isUndecided(state) && (
                <Button variant="secondary" onClick={() => setQuestion('decline')}>
                  Decline
                </Button>
              )}
              {state === 'accepted' && (
                <CallOffJob of={key} job={job} other="the client" onChanged={onChanged} />
              )}
            </div>
          </details>
        )}
      </div>
      <ConfirmDialog
        open={question === 'complete'}
        onClose={close}
        title="Is the wall painted?"
        confirmLabel="Mark as Painted"
        busy={busy}
        onConfirm={() => void complete('We’ve asked the client to confirm', close)}
      >
        We’ll ask the client to confirm. Without an answer it’s confirmed after 14 days.
      </ConfirmDialog>
      <DeclineDialog
        lead={lead.id}
        open={question === 'decline'}
        onClose={close}
        onChanged={onChanged}
      />
    </section>
  );
}
