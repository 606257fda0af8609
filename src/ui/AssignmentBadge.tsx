import { ASSIGNMENT_LABELS, type AssignmentState } from '#domain/assignment.ts';
import { Badge, type BadgeTone } from './Badge.tsx';

const TONES: Record<AssignmentState, BadgeTone> = {
  sent: 'neutral',
  seen: 'accent',
  talking: 'river',
  proposed: 'river',
  accepted: 'leaf',
  completed: 'leaf',
  declined: 'neutral',
  passed: 'neutral',
  expired: 'neutral',
  withdrawn: 'neutral',
};

/** How far an artist is with a request: 'Seen', 'Proposal', 'Accepted'. */
export function AssignmentBadge({ state }: { state: AssignmentState }) {
  return <Badge tone={TONES[state]}>{ASSIGNMENT_LABELS[state]}</Badge>;
}
