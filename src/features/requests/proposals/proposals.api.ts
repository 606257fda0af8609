import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { call } from '#data/rpc.ts';
import { type Proposal, type ProposalValues, proposalSchema } from './proposal.ts';

/*
 * What an artist offers for a request, and what becomes of it. All throw an AppError: `not_allowed`
 * or `link_refused` for whom it is none of their business, `request_withdrawn`, `move_refused` where the state does
 * not allow it any more, or a broken rule with its field.
 */

/** The proposals of one artist for one request, the newest first. */
export async function proposalsOf(lead: string, artist: string): Promise<Proposal[]> {
  const client = await browserClient();
  const answer = await client
    .from('proposals')
    .select(
      'id, artist_id, low, high, starts_on, days, included, message, valid_until, preset, tax, state, created_at',
    )
    .eq('lead_id', lead)
    .eq('artist_id', artist)
    .order('created_at', { ascending: false });
  return parseAnswer(proposalSchema.array(), unwrap(answer));
}

/** Makes the calling artist's proposal for a lead, or changes it; once for each idempotency key. */
export const sendProposal = (lead: string, values: ProposalValues, idempotencyKey: string) =>
  call('send_proposal', {
    p_lead: lead,
    p_low: values.low,
    p_high: values.high,
    p_starts_on: values.starts_on,
    p_days: values.days,
    p_included: values.included,
    p_message: values.message,
    p_valid_until: values.valid_until,
    ...(values.preset && { p_preset: values.preset }),
    p_key: idempotencyKey,
  });

/** Takes a proposal of the calling artist back; `proposal_changed` once it is another or accepted. */
export const withdrawProposal = (proposal: string) =>
  call('withdraw_proposal', { p_proposal: proposal });

/** The calling artist says no to a lead, with a reason that the client sees. */
export const declineLead = (lead: string, reason: string) =>
  call('decline_lead', { p_lead: lead, p_reason: reason });
