import { ask } from '#data/rpc.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import type { AssignmentState } from '../assignment.ts';
import { stateSchema } from '../proposals/proposals.api.ts';

/** Either side says that the wall is painted, or agrees that it is; gives the state after it. */
export async function completeRequest(key: AssignmentKey): Promise<AssignmentState> {
  return ask(stateSchema, 'complete_request', assignmentArgs(key));
}

/** The side that was asked says that the wall is not painted yet; gives the state after it. */
export async function disputeCompletion(key: AssignmentKey): Promise<AssignmentState> {
  return ask(stateSchema, 'dispute_completion', assignmentArgs(key));
}

/** Either side calls an accepted job off, with a reason; gives the state after it. */
export async function callOffJob(key: AssignmentKey, reason: string): Promise<AssignmentState> {
  return ask(stateSchema, 'call_off_job', { ...assignmentArgs(key), p_reason: reason });
}

/** The side that said so takes back that the wall is painted, until the other agrees; gives the state after it. */
export async function undoCompletion(key: AssignmentKey): Promise<AssignmentState> {
  return ask(stateSchema, 'undo_completion', assignmentArgs(key));
}
