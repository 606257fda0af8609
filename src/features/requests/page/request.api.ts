import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import type { AssignmentState } from '../assignment.ts';
import { type ConversationKey, conversationArgs } from '../conversation/conversation.api.ts';
import { stateSchema } from '../proposals/proposals.api.ts';
import { type TrackedRequest, trackedRequestSchema } from './tracked-request.ts';

/**
 * Chooses a proposal for whoever asked, by their account or the token of their link, and gives the request as it is
 * then. Throws `proposal_taken`, `proposal_changed` or `proposal_expired` where somebody or time was faster.
 */
export async function acceptProposal(proposal: string, token?: string): Promise<TrackedRequest> {
  const client = await browserClient();
  const answer = await client.rpc('accept_proposal', {
    p_proposal: proposal,
    ...(token && { p_token: token }),
  });
  return parseAnswer(trackedRequestSchema, unwrap(answer));
}

/** Either side says that the wall is painted, or agrees that it is; gives the state after it. */
export async function completeRequest(key: ConversationKey): Promise<AssignmentState> {
  const client = await browserClient();
  return parseAnswer(
    stateSchema,
    unwrap(await client.rpc('complete_request', conversationArgs(key))),
  );
}

/** Whoever was asked says that the wall is not painted yet; gives the state after it. */
export async function disputeCompletion(key: ConversationKey): Promise<AssignmentState> {
  const client = await browserClient();
  return parseAnswer(
    stateSchema,
    unwrap(await client.rpc('dispute_completion', conversationArgs(key))),
  );
}
