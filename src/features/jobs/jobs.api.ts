import { ask } from '#data/rpc.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import { jobSchema } from './job.ts';

/** Where a job stands; null before a proposal is accepted. Throws `not_allowed` or `link_refused` for everybody else. */
export const readJob = (of: AssignmentKey) =>
  ask(jobSchema.nullable(), 'read_job', assignmentArgs(of));

/** The client would like an agreement. The artist is told once, however often this is called. */
export const askForAgreement = (of: AssignmentKey) =>
  ask(jobSchema.nullable(), 'ask_for_agreement', assignmentArgs(of));

/** Either side goes on without an agreement, until one is written or asked for. */
export const skipAgreement = (of: AssignmentKey) =>
  ask(jobSchema.nullable(), 'skip_agreement', assignmentArgs(of));
