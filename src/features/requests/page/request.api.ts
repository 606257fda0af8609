import { call } from '#data/rpc.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';

/** Either side says that the wall is painted, or agrees that it is. */
export async function completeRequest(key: AssignmentKey): Promise<void> {
  await call('complete_request', assignmentArgs(key));
}

/** The side that was asked says that the wall is not painted yet. */
export async function disputeCompletion(key: AssignmentKey): Promise<void> {
  await call('dispute_completion', assignmentArgs(key));
}

/** Either side calls an accepted job off, with a reason. */
export async function callOffJob(key: AssignmentKey, reason: string): Promise<void> {
  await call('call_off_job', { ...assignmentArgs(key), p_reason: reason });
}

/** The side that said so takes back that the wall is painted, until the other agrees. */
export async function undoCompletion(key: AssignmentKey): Promise<void> {
  await call('undo_completion', assignmentArgs(key));
}
