import { ask } from '#data/rpc.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import { type Job, jobSchema } from './job.ts';

/** Where a job stands; null before a proposal is accepted. Throws `not_allowed` or `link_refused` for everybody else. */
export async function readJob(of: AssignmentKey): Promise<Job | null> {
  return ask(jobSchema.nullable(), 'read_job', assignmentArgs(of));
}
