import { adminList } from '#data/admin-list.ts';
import { parseAnswer, throwError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { artistChoiceSchema, type ChosenArtist } from '#features/artists/admin/artist-choice.ts';
import { z } from '#lib/zod.ts';
import { type Match, matchSchema } from '../../lead.ts';
import { adminLeadSchema } from './admin-lead.ts';

export const listLeads = adminList('admin_list_requests', adminLeadSchema, (only) => ({
  p_city: only.city ?? null,
  p_style: only.style ?? null,
  p_budget: only.budget ?? null,
  p_from: only.from ?? null,
  p_until: only.until ?? null,
}));

/**
 * Changes who has a lead from the artists that were read to these; gives everybody who has it then, those included
 * whom somebody else added meanwhile. Who stays keeps their status. Throws an AppError.
 */
export async function assignLead(
  leadId: string,
  artistIds: readonly string[],
  read: readonly string[],
): Promise<ChosenArtist[]> {
  const client = await browserClient();
  const answer = await client.rpc('admin_assign_request', {
    p_lead: leadId,
    p_artists: [...artistIds],
    p_read: [...read],
  });
  return parseAnswer(z.object({ artists: z.array(artistChoiceSchema) }), unwrap(answer)).artists;
}

/** Lets a held lead through; gives the artists that fit it, for the admin to choose from. Throws an AppError. */
export async function releaseLead(leadId: string): Promise<Match[]> {
  const client = await browserClient();
  const answer = await client.rpc('admin_release_request', { p_lead: leadId });
  return parseAnswer(z.object({ matches: z.array(matchSchema) }), unwrap(answer)).matches;
}

/** The cities that requests are about, in order. Throws an AppError. */
export async function readLeadCities(): Promise<string[]> {
  const client = await browserClient();
  return parseAnswer(z.array(z.string()), unwrap(await client.rpc('admin_request_cities')));
}

/** Gives an artist each of these requests; gives how many, and how many could not be. Throws an AppError. */
export async function assignLeads(leads: readonly string[], artistId: string) {
  const client = await browserClient();
  const answer = await client.rpc('assign_requests', { p_leads: [...leads], p_artist: artistId });
  const counts = z.object({ assigned: z.number().int(), left: z.number().int() });
  return parseAnswer(counts, unwrap(answer));
}

/** Reminds the silent artists of these requests, once a day; gives how many were. Throws an AppError. */
export async function remindLeads(leads: readonly string[]): Promise<number> {
  const client = await browserClient();
  const answer = await client.rpc('remind_artists', { p_leads: [...leads] });
  return parseAnswer(z.object({ reminded: z.number().int() }), unwrap(answer)).reminded;
}

/** Closes a request of somebody who sent another, which goes on with the artists of both. Throws an AppError. */
export async function mergeLeads(keep: string, double: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('merge_requests', { p_keep: keep, p_double: double }));
}

/** Deletes held leads, all of them without ids; gives those that were. Throws an AppError. */
export async function deleteHeldLeads(leadIds?: string[]): Promise<string[]> {
  const client = await browserClient();
  const answer = await client.rpc('delete_held_requests', leadIds ? { p_leads: leadIds } : {});
  return parseAnswer(z.object({ deleted: z.array(z.string()) }), unwrap(answer)).deleted;
}

/** Takes the deletion of held leads back, within a day. Throws an AppError. */
export async function keepHeldLeads(leadIds: string[]): Promise<void> {
  const client = await browserClient();
  throwError(await client.rpc('keep_held_requests', { p_leads: leadIds }));
}

/** Ends all links of a request and emails its client a new one, which an admin does not get. Throws an AppError. */
export async function replaceLeadLink(lead: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('rotate_request_link', { p_lead: lead }));
}
