import type { Role } from '#lib/options.ts';

/**
 * The lifecycle of one artist's work on one lead (specification, section 4).
 * Any status may follow any other; what differs is who may make the change and what becomes visible.
 * `supabase/migrations` holds the same rules; `tests/db/requests/lead-flow.test.ts` compares the two.
 */
export const LEAD_STATUSES = ['new', 'in_review', 'completed'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export const LEAD_LIFECYCLE: Record<
  LeadStatus,
  { label: string; next: readonly LeadStatus[]; by: readonly Role[]; showsContact: boolean }
> = {
  new: { label: 'New', next: LEAD_STATUSES, by: ['artist', 'admin'], showsContact: false },
  in_review: {
    label: 'In Review',
    next: LEAD_STATUSES,
    by: ['artist', 'admin'],
    showsContact: true,
  },
  completed: {
    label: 'Completed',
    next: LEAD_STATUSES,
    by: ['artist', 'admin'],
    showsContact: true,
  },
};
