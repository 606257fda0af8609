import type { Job } from '#features/jobs/job.ts';
import type { JobStage, RequestSide, Standing } from '#features/jobs/steps.ts';
import type { AssignmentState } from '../assignment.ts';
import { askedToConfirm } from '../lead.ts';
import { acceptable } from '../proposals/offer.ts';
import { isExpired } from '../proposals/proposal.ts';
import type { LeadWithWork } from './artist-leads.api.ts';
import type { Holder, TrackedRequest } from './tracked-request.ts';

/** How far a lead is before the wall is painted; null where the artist has nothing more to do with it. */
const STAGES: Record<Exclude<AssignmentState, 'completed'>, JobStage | null> = {
  sent: 'sent',
  seen: 'sent',
  // An answer is late, and still possible.
  expired: 'sent',
  talking: 'talking',
  proposed: 'proposed',
  accepted: 'accepted',
  declined: null,
  passed: null,
  withdrawn: null,
  called_off: null,
};

/** Whether the wall is painted: who is still asked, or nobody. */
const painted = (confirms: RequestSide | null) => ({
  stage: confirms ? ('painted' as const) : ('done' as const),
  confirms,
});

/** Where a lead stands for its artist; null where they are no longer on it. */
export function standingOfLead(opened: LeadWithWork, job: Job | null): Standing | null {
  const { assignment, proposals } = opened;
  const late = proposals.some((one) => one.state === 'open' && isExpired(one));
  const found = assignment.state === 'completed' ? 'accepted' : STAGES[assignment.state];
  if (!found) return null;
  return {
    side: 'artist',
    stage: found === 'proposed' && late ? 'talking' : found,
    offers: 1,
    choices: false,
    agreed: proposals.some(({ state }) => state === 'accepted'),
    confirms: null,
    job,
    ...(assignment.state === 'completed' && painted(askedToConfirm(assignment))),
  };
}

/** Where the job of an artist who was chosen, or says that the wall is painted, stands for its client. */
export function standingOfHolder(
  { proposals }: TrackedRequest,
  { id, state, completed_by, confirmed }: Holder,
  job: Job | null,
): Standing {
  return {
    side: 'client',
    stage: 'accepted',
    offers: 0,
    choices: false,
    agreed: proposals.some((one) => one.artist_id === id && one.state === 'accepted'),
    confirms: null,
    job,
    ...(state === 'completed' &&
      painted(confirmed ? null : completed_by === 'client' ? 'artist' : 'client')),
  };
}

/** Where a request stands before an artist is chosen: as far as the one who is farthest. */
export function standingOfRequest(request: TrackedRequest): Standing {
  const { artists, matches } = request;
  const offers = artists.filter((artist) => acceptable(request, artist)).length;
  const some = (...states: AssignmentState[]) =>
    artists.some(({ state }) => states.includes(state));
  return {
    side: 'client',
    stage:
      offers > 0
        ? 'proposed'
        : some('talking', 'proposed')
          ? 'talking'
          : some('sent', 'seen')
            ? 'sent'
            : 'unsent',
    offers,
    choices: matches.length > 0 || some('passed'),
    agreed: false,
    confirms: null,
    job: null,
  };
}
