import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { LEAD_LIFECYCLE, type LeadStatus } from './lead-status.ts';

const TONES: Record<LeadStatus, BadgeTone> = {
  new: 'accent',
  in_review: 'river',
  completed: 'leaf',
};

/** 'New', 'In Review', 'Completed'. */
export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  return <Badge tone={TONES[status]}>{LEAD_LIFECYCLE[status].label}</Badge>;
}
