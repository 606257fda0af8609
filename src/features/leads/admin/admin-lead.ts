import { jobSchema } from '#features/jobs/job.ts';
import { actionText, stepLabel } from '#features/jobs/steps.ts';
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
  /** Where the job stands and whose turn it is; null before one begins. */
  job: jobSchema.pick({ steps: true, turns: true }).extend({ step: z.string() }).nullable(),
});
type AdminAssignment = z.output<typeof assignmentSchema>;

export const adminLeadSchema = leadSchema.omit({ assigned_artist: true }).extend({
  held: z.boolean(),
  held_reason: z.string().nullable(),
  /** What it is called on the phone; the oldest have none. */
  reference: z.string().nullable(),
  /** In which its client wrote it, and reads our emails without an account. */
  locale: z.enum(['en', 'es']),
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

/** 'Agreement · Rosa’s turn' of its job, for lists; null without one under way. */
export function leadStep({
  name,
  withdrawn_at,
  assignments,
}: Pick<AdminLead, 'name' | 'withdrawn_at' | 'assignments'>): string | null {
  const held = assignments.find(({ job }) => job && job.step !== 'over');
  if (!held?.job || withdrawn_at) return null;
  const { client, artist } = held.job.turns;
  return client?.waits
    ? stepLabel(held.job.step, null, client, name)
    : stepLabel(held.job.step, null, artist, held.name);
}

/** 'Ana: Sign the agreement · Ray: Sign the agreement', of both whose turn it is in a job; empty for nobody's. */
export function jobTurns(lead: Pick<AdminLead, 'name'>, { name, job }: AdminAssignment): string {
  const sides = [
    [lead.name, job?.turns.client],
    [name, job?.turns.artist],
  ] as const;
  return sides
    .flatMap(([who, turn]) => (turn?.waits ? `${who}: ${actionText(turn)}` : []))
    .join(' · ');
}
