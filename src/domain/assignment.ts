/** How far one artist is with one request, as whoever asked is told; `private.assignment_state` says the same in SQL. */
export const ASSIGNMENT_STATES = ['sent', 'seen', 'talking', 'completed'] as const;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];

export const ASSIGNMENT_LABELS: Record<AssignmentState, string> = {
  sent: 'Sent',
  seen: 'Seen',
  talking: 'Answered',
  completed: 'Completed',
};
