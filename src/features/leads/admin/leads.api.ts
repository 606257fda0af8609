import { adminList } from '#data/admin-list.ts';
import { ask, call } from '#data/rpc.ts';
import { artistChoiceSchema, type ChosenArtist } from '#features/artists/admin/artist-choice.ts';
import { type Match, matchSchema } from '#features/requests/lead.ts';
import { z } from '#lib/zod.ts';
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
 * whom another admin or the client added meanwhile. Who stays keeps their status. Throws an AppError.
 */
export async function assignLead(
  leadId: string,
  artistIds: readonly string[],
  read: readonly string[],
): Promise<ChosenArtist[]> {
  const holders = z.object({ artists: z.array(artistChoiceSchema) });
  const args = { p_lead: leadId, p_artists: [...artistIds], p_read: [...read] };
  return (await ask(holders, 'admin_assign_request', args)).artists;
}

/** Lets a held lead through; gives the artists that fit it, for the admin to choose from. Throws an AppError. */
export async function releaseLead(leadId: string): Promise<Match[]> {
  const released = z.object({ matches: z.array(matchSchema) });
  return (await ask(released, 'admin_release_request', { p_lead: leadId })).matches;
}

/** The cities that requests are about, in order. Throws an AppError. */
export async function readLeadCities(): Promise<string[]> {
  return ask(z.array(z.string()), 'admin_request_cities');
}

/** Gives an artist each of these requests; gives how many, and how many could not be. Throws an AppError. */
export async function assignLeads(leads: readonly string[], artistId: string) {
  const counts = z.object({ assigned: z.number().int(), left: z.number().int() });
  return ask(counts, 'assign_requests', { p_leads: [...leads], p_artist: artistId });
}

/** Reminds the silent artists of these requests, once a day; gives how many were. Throws an AppError. */
export async function remindLeads(leads: readonly string[]): Promise<number> {
  const counts = z.object({ reminded: z.number().int() });
  return (await ask(counts, 'remind_artists', { p_leads: [...leads] })).reminded;
}

/** Closes a request of a client who sent another, which goes on with the artists of both. Throws an AppError. */
export async function mergeLeads(keep: string, double: string): Promise<void> {
  await call('merge_requests', { p_keep: keep, p_double: double });
}

/** Deletes held leads, all of them without ids; gives those that were. Throws an AppError. */
export async function deleteHeldLeads(leadIds?: string[]): Promise<string[]> {
  const gone = z.object({ deleted: z.array(z.string()) });
  const args = leadIds ? { p_leads: leadIds } : {};
  return (await ask(gone, 'delete_held_requests', args)).deleted;
}

/** Takes the deletion of held leads back, within a day. Throws an AppError. */
export async function keepHeldLeads(leadIds: string[]): Promise<void> {
  await call('keep_held_requests', { p_leads: leadIds });
}

/** Ends all links of a request and emails its client a new one, which an admin does not get. Throws an AppError. */
export async function replaceLeadLink(lead: string): Promise<void> {
  await call('rotate_request_link', { p_lead: lead });
}
