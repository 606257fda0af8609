import type { Action, Job, RequestSide, Standing, StepState } from '#features/jobs/job.ts';
import { turnOf } from '#features/jobs/steps.ts';
import type { AssignmentState } from '../assignment.ts';
import { askedToConfirm } from '../lead.ts';
import { acceptable } from '../proposals/offer.ts';
import { isExpired } from '../proposals/proposal.ts';
import type { LeadWithWork } from './artist-leads.api.ts';
import type { Holder, TrackedRequest } from './tracked-request.ts';

type Next = Partial<Record<RequestSide, Action>>;

const standing = (steps: StepState[], { client, artist }: Next): Standing => ({
  steps,
  turns: { client: client ? turnOf(client) : null, artist: artist ? turnOf(artist) : null },
});
const LATER: StepState[] = ['ahead', 'ahead', 'ahead', 'ahead'];
const choosing = (next: Next) => standing(['done', 'now', ...LATER], next);

/** A wall that was painted without an accepted proposal: whether somebody is still asked about it, or nobody. */
const painted = (asked: RequestSide | null) =>
  standing(
    ['done', 'skipped', 'skipped', 'skipped', asked ? 'now' : 'done', asked ? 'ahead' : 'done'],
    asked ? { [asked]: 'confirm_painted' } : {},
  );

/** What comes next of a lead before its proposal is accepted; null where the artist has nothing more to do with it. */
const NEXT: Record<Exclude<AssignmentState, 'completed' | 'accepted'>, Next | null> = {
  sent: { artist: 'answer' },
  seen: { artist: 'answer' },
  // An answer is late, and still possible.
  expired: { artist: 'answer' },
  talking: { artist: 'propose' },
  proposed: { client: 'answer_proposal' },
  declined: null,
  passed: null,
  withdrawn: null,
  called_off: null,
};

/** Where a lead stands for its artist; null where they are no longer on it, `known` says whether the job was asked for. */
export function standingOfLead(
  { assignment, proposals }: LeadWithWork,
  { job, known }: { job: Job | null; known: boolean },
): Standing | 'unknown' | null {
  const { state } = assignment;
  if (state === 'accepted' || state === 'completed') {
    if (job ?? !known) return job ?? 'unknown';
    return state === 'completed' ? painted(askedToConfirm(assignment)) : choosing({});
  }
  const next = NEXT[state];
  const late = proposals.some((one) => one.state === 'open' && isExpired(one));
  return next && choosing(state === 'proposed' && late ? { artist: 'propose' } : next);
}

/** Where the job of an artist who was chosen, or says that the wall is painted, stands for its client; null until that is known. */
export function standingOfHolder(
  { completed_by, confirmed }: Holder,
  { job, known }: { job: Job | null; known: boolean },
): Standing | null {
  if (job ?? !known) return job;
  return painted(confirmed ? null : completed_by === 'client' ? 'artist' : 'client');
}

/** Where a request stands before an artist is chosen: as far as the one who is farthest. */
export function standingOfRequest(request: TrackedRequest): Standing {
  const { artists, matches } = request;
  const offers = artists.filter((artist) => acceptable(request, artist)).length;
  const some = (...states: AssignmentState[]) =>
    artists.some(({ state }) => states.includes(state));
  if (offers > 0) return choosing({ client: offers > 1 ? 'choose_proposal' : 'answer_proposal' });
  if (some('talking', 'proposed')) return choosing({ artist: 'propose' });
  if (some('sent', 'seen')) return choosing({ artist: 'answer' });
  const choices = matches.length > 0 || some('passed');
  return standing(['now', 'ahead', ...LATER], choices ? { client: 'choose_artist' } : {});
}
