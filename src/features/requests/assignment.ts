import { nextBy } from '#lib/moves.ts';

/**
 * How far one artist is with one request, beside the specification's three statuses.
 * `private.assignment_moves` has the same moves; tests/db/moves.test.ts compares all pairs of state and event.
 */
export const ASSIGNMENT_STATES = [
  'sent',
  'seen',
  'talking',
  'proposed',
  'accepted',
  'completed',
  'declined',
  'passed',
  'expired',
  'withdrawn',
  'called_off',
] as const;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];

/** Who moves it: the client, the artist, an admin, or what follows by itself from time or from another move. */
export const ACTORS = ['client', 'artist', 'admin', 'system'] as const;
type Actor = (typeof ACTORS)[number];

export const ASSIGNMENT_EVENTS = [
  'open',
  'write',
  'propose',
  'retract',
  'accept',
  'decline',
  'turn_down',
  'close',
  'call_off',
  'ask_again',
  'complete',
  'dispute',
  'undo_complete',
  'pass',
  'expire',
  'set_new',
  'set_in_review',
  'set_completed',
] as const;
export type AssignmentEvent = (typeof ASSIGNMENT_EVENTS)[number];

/** Before anybody is chosen: the states that another choice, a refusal or silence can still end. */
const UNDECIDED = ['sent', 'seen', 'talking', 'proposed', 'expired'] as const;
const ENDED = ['declined', 'passed', 'withdrawn', 'called_off'] as const;

/** Every move there is; what is in none of them is refused. */
const nextOf = nextBy<AssignmentState, AssignmentEvent, Actor>([
  { event: 'open', by: ['artist'], from: ['sent'], to: 'seen' },
  { event: 'open', by: ['artist'], from: ASSIGNMENT_STATES.filter((state) => state !== 'sent') },
  {
    event: 'write',
    by: ['client', 'artist'],
    from: ['sent', 'seen', 'talking', 'expired'],
    to: 'talking',
  },
  // A job that was called off still has to be settled.
  {
    event: 'write',
    by: ['client', 'artist'],
    from: ['proposed', 'accepted', 'completed', 'called_off'],
  },
  { event: 'propose', by: ['artist'], from: UNDECIDED, to: 'proposed' },
  { event: 'retract', by: ['artist'], from: ['proposed'], to: 'talking' },
  { event: 'accept', by: ['client'], from: ['proposed'], to: 'accepted' },
  { event: 'decline', by: ['artist'], from: UNDECIDED, to: 'declined' },
  { event: 'turn_down', by: ['client'], to: 'talking', from: ['proposed'] },
  { event: 'close', by: ['client'], from: [...UNDECIDED, 'accepted'], to: 'withdrawn' },
  { event: 'close', by: ['client'], from: ['completed', ...ENDED] },
  { event: 'call_off', by: ['client', 'artist'], from: ['accepted'], to: 'called_off' },
  { event: 'ask_again', by: ['client'], from: ['passed'], to: 'talking' },
  {
    event: 'complete',
    by: ['artist'],
    from: ['talking', 'proposed', 'accepted', 'completed'],
    to: 'completed',
  },
  { event: 'complete', by: ['client'], from: ['accepted', 'completed'], to: 'completed' },
  { event: 'dispute', by: ['client', 'artist'], from: ['completed'], to: 'talking' },
  { event: 'undo_complete', by: ['client', 'artist'], from: ['completed'], to: 'talking' },
  { event: 'pass', by: ['system'], from: UNDECIDED, to: 'passed' },
  { event: 'expire', by: ['system'], from: ['sent', 'seen', 'talking'], to: 'expired' },
  // The status menu (specification, section 4): all three values, in any order.
  { event: 'set_new', by: ['artist', 'admin'], from: ['talking', 'completed'], to: 'seen' },
  {
    event: 'set_new',
    by: ['artist', 'admin'],
    from: ['sent', 'seen', 'proposed', 'accepted', 'expired', ...ENDED],
  },
  {
    event: 'set_in_review',
    by: ['artist', 'admin'],
    from: ['sent', 'seen', 'talking', 'expired', 'completed'],
    to: 'talking',
  },
  { event: 'set_in_review', by: ['artist', 'admin'], from: ['proposed', 'accepted', ...ENDED] },
  {
    event: 'set_completed',
    by: ['artist', 'admin'],
    from: [...UNDECIDED, 'accepted', 'completed'],
    to: 'completed',
  },
  { event: 'set_completed', by: ['artist', 'admin'], from: ENDED },
]);

/**
 * The state after an event, or null where it is refused. What was completed and is not goes back to `accepted` where a
 * proposal was accepted.
 */
export function nextState(
  state: AssignmentState,
  event: AssignmentEvent,
  actor: Actor,
  accepted = false,
): AssignmentState | null {
  const next = nextOf(state, event, actor);
  return next && accepted && state === 'completed' && next !== 'completed' ? 'accepted' : next;
}

export const ASSIGNMENT_LABELS: Record<AssignmentState, string> = {
  sent: 'Sent',
  seen: 'Seen',
  talking: 'Answered',
  proposed: 'Proposal',
  accepted: 'Accepted',
  completed: 'Completed',
  declined: 'Declined',
  passed: 'Not chosen',
  expired: 'No answer',
  withdrawn: 'Withdrawn',
  called_off: 'Called off',
};
