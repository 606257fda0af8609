import { LANGUAGE } from '#config/language.ts';
import { ask } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import { type SubmittedLead, submittedLeadSchema } from './lead.ts';
import type { LeadDetails } from './lead-details.ts';
import type { QuoteDraft } from './quote-fields.ts';

/** A quote request as it leaves the browser. The server trims and checks it by the rules of the form. */
export interface QuoteRequest {
  quote: QuoteDraft;
  /** What is said about the wall besides; left out where that is nothing. */
  details?: LeadDetails | undefined;
  /** Id of the artist whose page led here. */
  artist: string | null;
  /** Slugs of further artists who are asked for by name; missing where there are none. */
  artists?: readonly string[] | undefined;
  /** What was typed into the field that people do not see. */
  website: string;
  /** Milliseconds from the first sight of the form to the press. */
  elapsedMs: number;
}

/** An answer that takes longer counts as lost; the request is then repeated under the same key. */
const ANSWER_TIMEOUT_MS = 20_000;

const inTime = () => AbortSignal.timeout(ANSWER_TIMEOUT_MS);

/**
 * Creates a lead, or finds the one that this key has created (specification, section 4).
 * Throws an AppError: a broken rule with its sentence and field, `rate_limited`, `idempotency_conflict`, `network`.
 */
export async function submitLead(
  key: string,
  claim: string,
  request: QuoteRequest,
): Promise<SubmittedLead> {
  const { quote } = request;
  const args = {
    p_key: key,
    p_claim: claim,
    p_name: quote.name,
    p_email: quote.email,
    p_phone: quote.phone,
    p_city: quote.city,
    p_project_description: quote.project_description,
    p_mural_size: quote.mural_size,
    p_surface_type: quote.surface_type,
    p_style_preference: quote.style_preference,
    p_budget_range: quote.budget_range,
    p_artist: request.artist,
    p_website: request.website,
    p_elapsed_ms: request.elapsedMs,
    p_details: { ...request.details, locale: LANGUAGE },
    ...(request.artists && { p_artists: [...request.artists] }),
  };
  return ask(submittedLeadSchema, 'submit_lead', args, inTime());
}

const sentSchema = z.object({ sent: z.number().int() });

/**
 * Sends a lead to chosen artists; gives how many. The same set may be sent again.
 * Throws an AppError: `artists_required`, `artists_not_offered`, `claim_refused`, `already_sent`, `network`.
 */
export async function selectLeadArtists(
  lead: string,
  claim: string,
  artists: readonly string[],
): Promise<number> {
  const args = { p_lead: lead, p_claim: claim, p_artists: [...artists] };
  return (await ask(sentSchema, 'select_lead_artists', args, inTime())).sent;
}
