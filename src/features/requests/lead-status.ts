/**
 * One artist's work on one lead (specification, section 4). Any status may follow any other; who may make the change is
 * in `assignment.ts`.
 */
export const LEAD_STATUSES = ['new', 'in_review', 'completed'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export const LEAD_LIFECYCLE: Record<LeadStatus, { label: string; showsContact: boolean }> = {
  new: { label: 'New', showsContact: false },
  in_review: { label: 'In Review', showsContact: true },
  completed: { label: 'Completed', showsContact: true },
};
