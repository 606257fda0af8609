import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { ASSIGNMENT_LABELS, type AssignmentState } from './assignment.ts';

const TONES: Partial<Record<AssignmentState, BadgeTone>> = {
  seen: 'accent',
  talking: 'river',
  proposed: 'river',
  accepted: 'leaf',
  completed: 'leaf',
};

interface Props {
  state: AssignmentState;
  /** The reader has reported the conversation. */
  reported?: boolean;
}

/** How far an artist is with a request: 'Seen', 'Proposal', 'Accepted'. */
export function AssignmentBadge({ state, reported }: Props) {
  if (reported) return <Badge tone="danger">Reported</Badge>;
  return <Badge tone={TONES[state] ?? 'neutral'}>{ASSIGNMENT_LABELS[state]}</Badge>;
}
