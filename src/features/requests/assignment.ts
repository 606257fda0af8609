/** How far one artist is with one request, beside the specification's three statuses; `private.moves` has what moves it. */
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

/** Before anybody is chosen: the artist can propose and decline, and is told when the client chooses another. */
export const isUndecided = (state: AssignmentState): boolean =>
  ['sent', 'seen', 'talking', 'proposed', 'expired'].includes(state);

/** The artist has no more to do with the request, and sees neither its contact nor its photos. */
export const isOff = (state: AssignmentState): boolean =>
  ['declined', 'passed', 'withdrawn', 'called_off'].includes(state);

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
