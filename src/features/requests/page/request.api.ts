import { ask } from '#data/rpc.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import type { AssignmentState } from '../assignment.ts';
import { stateSchema } from '../proposals/proposals.api.ts';
import { type TrackedRequest, trackedRequestSchema } from './tracked-request.ts';

/**
 * Chooses a proposal for whoever asked, by their account or the token of their link, and gives the request as it is
 * then. Throws `proposal_taken`, `proposal_changed` or `proposal_expired` where somebody or time was faster.
 */
export async function acceptProposal(proposal: string, token?: string): Promise<TrackedRequest> {
  return ask(trackedRequestSchema, 'accept_proposal', {
    p_proposal: proposal,
    ...(token && { p_token: token }),
  });
}

/** Says no to a proposal for whoever asked; gives the request as it is then. Throws `proposal_changed` as above. */
export async function declineProposal(proposal: string, token?: string): Promise<TrackedRequest> {
  return ask(trackedRequestSchema, 'decline_proposal', {
    p_proposal: proposal,
    ...(token && { p_token: token }),
  });
}

/** Either side says that the wall is painted, or agrees that it is; gives the state after it. */
export async function completeRequest(key: AssignmentKey): Promise<AssignmentState> {
  return ask(stateSchema, 'complete_request', assignmentArgs(key));
}

/** Whoever was asked says that the wall is not painted yet; gives the state after it. */
export async function disputeCompletion(key: AssignmentKey): Promise<AssignmentState> {
  return ask(stateSchema, 'dispute_completion', assignmentArgs(key));
}

/** Whoever said that the wall is painted takes it back, until the other agrees; gives the state after it. */
export async function undoCompletion(key: AssignmentKey): Promise<AssignmentState> {
  return ask(stateSchema, 'undo_completion', assignmentArgs(key));
}
