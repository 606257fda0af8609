import type { AssignmentState } from '#features/requests/assignment.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';

/** How far a lead is, in an artist's words. */
const STATES: Record<AssignmentState, [label: string, tone: BadgeTone]> = {
  sent: ['Not opened', 'accent'],
  seen: ['Not answered', 'accent'],
  talking: ['In conversation', 'river'],
  proposed: ['Proposal sent', 'river'],
  accepted: ['Proposal accepted', 'leaf'],
  completed: ['Painted', 'leaf'],
  declined: ['Declined', 'neutral'],
  passed: ['Not chosen', 'neutral'],
  expired: ['Not answered in time', 'clay'],
  withdrawn: ['Withdrawn', 'neutral'],
  called_off: ['Called off', 'neutral'],
};

interface Props {
  state: AssignmentState;
  /** The artist has reported the conversation: how far it was is of no more use. */
  reported?: boolean | undefined;
  /** Of a job, which says more. */
  step?: string | undefined;
}

export function LeadStateBadge({ state, reported, step }: Props) {
  if (reported) return <Badge tone="danger">Reported</Badge>;
  const [label, tone] = STATES[state];
  return <Badge tone={tone}>{step ?? label}</Badge>;
}

/** How many messages nobody has read; nothing where there are none. */
export function UnreadBadge({ count }: { count: number }) {
  return count > 0 && <Badge tone="brand">{`${count} unread`}</Badge>;
}
