import type { AssignmentState } from '#domain/assignment.ts';
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
  passed: ['Another artist', 'neutral'],
  expired: ['Not answered in time', 'clay'],
  withdrawn: ['Withdrawn', 'neutral'],
};

export function LeadStateBadge({ state }: { state: AssignmentState }) {
  const [label, tone] = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

/** How many messages nobody has read; nothing where there are none. */
export function UnreadBadge({ count }: { count: number }) {
  return count > 0 && <Badge tone="brand">{count} unread</Badge>;
}
