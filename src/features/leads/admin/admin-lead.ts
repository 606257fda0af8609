import { ASSIGNMENT_STATES } from '#features/requests/assignment.ts';
import { leadSchema } from '#features/requests/lead.ts';
import { LEAD_STATUSES } from '#features/requests/lead-status.ts';
import { z } from '#lib/zod.ts';

const assignmentSchema = z.object({
  artist_id: z.guid(),
  name: z.string(),
  status: z.enum(LEAD_STATUSES),
  state: z.enum(ASSIGNMENT_STATES),
  /** One side has reported what was written there. */
  reported: z.boolean(),
});

export const adminLeadSchema = leadSchema.omit({ assigned_artist: true }).extend({
  held: z.boolean(),
  held_reason: z.string().nullable(),
  /** What it is called on the phone; the oldest have none. */
  reference: z.string().nullable(),
  /** The request of the same person that goes on in the place of this double. */
  merged_into: z.guid().nullable(),
  /** Whether its sender has shown that they read the address that they typed. */
  proven: z.boolean(),
  assignments: z.array(assignmentSchema),
});
export type AdminLead = z.output<typeof adminLeadSchema>;

/** Whether a lead waits for an admin to find its first artist. */
export const waitsForArtist = ({ held, withdrawn_at, assignments }: AdminLead): boolean =>
  !held && !withdrawn_at && assignments.length === 0;
