import { call } from '#data/rpc.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';

/** Either side says that the wall is painted, or agrees that it is. */
export const completeRequest = (key: AssignmentKey) =>
  call('complete_request', assignmentArgs(key));

/** The side that was asked says that the wall is not painted yet. */
export const disputeCompletion = (key: AssignmentKey) =>
  call('dispute_completion', assignmentArgs(key));

/** Either side calls an accepted job off, with a reason. */
export const callOffJob = (key: AssignmentKey, reason: string) =>
  call('call_off_job', { ...assignmentArgs(key), p_reason: reason });

/** The side that said so takes back that the wall is painted, until the other agrees. */
export const undoCompletion = (key: AssignmentKey) => call('undo_completion', assignmentArgs(key));
