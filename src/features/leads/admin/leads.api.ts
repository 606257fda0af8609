import { adminList } from '#data/admin-list.ts';
import { ask, call } from '#data/rpc.ts';
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
 * Changes who has a lead from the artists that were read to these; whom another admin or the client added meanwhile has
 * it too. Who stays keeps their status. Throws an AppError.
 */
export const assignLead = (leadId: string, artistIds: readonly string[], read: readonly string[]) =>
  call('admin_assign_request', {
    p_lead: leadId,
    p_artists: [...artistIds],
    p_read: [...read],
  });

/** Lets a held lead through. Throws an AppError. */
export const releaseLead = (leadId: string) => call('admin_release_request', { p_lead: leadId });

/** The cities that requests are about, in order. Throws an AppError. */
export const readLeadCities = () => ask(z.array(z.string()), 'admin_request_cities');

/** Gives an artist each of these requests; gives how many could not be. Throws an AppError. */
export async function assignLeads(leads: readonly string[], artistId: string): Promise<number> {
  const counts = z.object({ left: z.number().int() });
  return (await ask(counts, 'assign_requests', { p_leads: [...leads], p_artist: artistId })).left;
}

/** Reminds the silent artists of these requests, once a day; gives how many were. Throws an AppError. */
export async function remindLeads(leads: readonly string[]): Promise<number> {
  const counts = z.object({ reminded: z.number().int() });
  return (await ask(counts, 'remind_artists', { p_leads: [...leads] })).reminded;
}

/** Closes a request of a client who sent another, which goes on with the artists of both. Throws an AppError. */
export const mergeLeads = (keep: string, double: string) =>
  call('merge_requests', { p_keep: keep, p_double: double });

/** Deletes held leads, all of them without ids; gives those that were. Throws an AppError. */
export async function deleteHeldLeads(leadIds?: string[]): Promise<string[]> {
  const gone = z.object({ deleted: z.array(z.string()) });
  const args = leadIds ? { p_leads: leadIds } : {};
  return (await ask(gone, 'delete_held_requests', args)).deleted;
}

/** Takes the deletion of held leads back, within a day. Throws an AppError. */
export const keepHeldLeads = (leadIds: string[]) =>
  call('keep_held_requests', { p_leads: leadIds });

/** Notes the same about each of these requests, for admins alone. Throws an AppError. */
export const noteLeads = (leads: readonly string[], note: string) =>
  call('add_request_notes', { p_leads: [...leads], p_note: note });

/** Removes a note about a request; again is no error. Throws an AppError. */
export const removeLeadNote = (id: string) => call('delete_request_note', { p_note: id });

/** Ends all links of a request and emails its client a new one, which an admin does not get. Throws an AppError. */
export const replaceLeadLink = (lead: string) => call('rotate_request_link', { p_lead: lead });
