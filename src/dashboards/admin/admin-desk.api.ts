import {
  type AdminArtistCard,
  artistCardSchema,
  type Needs,
  needsSchema,
  type OpenedLead,
  openedLeadSchema,
} from './desk.ts';
import { z } from '#lib/zod.ts';
import { parseAnswer, throwError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';

/** What needs an admin, in groups with their counts and first rows. Throws an AppError. */
export async function readNeeds(signal?: AbortSignal): Promise<Needs> {
  const client = await browserClient();
  const call = client.rpc('admin_needs');
  return parseAnswer(needsSchema, unwrap(await (signal ? call.abortSignal(signal) : call)));
}

/** One request with suggestions and notes; null for none. Throws an AppError. */
export async function readLead(id: string, signal?: AbortSignal): Promise<OpenedLead | null> {
  if (!z.guid().safeParse(id).success) return null;
  const client = await browserClient();
  const call = client.rpc('admin_request', { p_lead: id });
  const answer = await (signal ? call.abortSignal(signal) : call);
  throwError(answer);
  return parseAnswer(openedLeadSchema.nullable(), answer.data);
}

/** Takes a mail that has failed off the desk. Throws an AppError. */
export async function settleMail(id: number): Promise<void> {
  const client = await browserClient();
  throwError(await client.rpc('dismiss_mail', { p_id: id }));
}

/** Notes the same about each of these requests, for admins alone. Throws an AppError. */
export async function noteLeads(leads: readonly string[], note: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('add_request_notes', { p_leads: [...leads], p_note: note }));
}

/** Removes a note about a request; again is no error. Throws an AppError. */
export async function removeLeadNote(id: string): Promise<void> {
  const client = await browserClient();
  throwError(await client.rpc('delete_request_note', { p_note: id }));
}

/** The first ten artists whose name, city, slug or e-mail holds `search`. Throws an AppError. */
export async function findArtists(
  search: string,
  signal?: AbortSignal,
): Promise<AdminArtistCard[]> {
  const client = await browserClient();
  const call = client.rpc('admin_find_artists', { p_search: search });
  const answer = unwrap(await (signal ? call.abortSignal(signal) : call));
  return parseAnswer(z.array(artistCardSchema), answer);
}

/** The cities that requests are about, in order. Throws an AppError. */
export async function readLeadCities(): Promise<string[]> {
  const client = await browserClient();
  return parseAnswer(z.array(z.string()), unwrap(await client.rpc('admin_request_cities')));
}

const assignedSchema = z.object({ assigned: z.number().int(), left: z.number().int() });

/** Gives an artist each of these requests; gives how many, and how many could not be. Throws an AppError. */
export async function assignLeads(leads: readonly string[], artistId: string) {
  const client = await browserClient();
  const answer = await client.rpc('assign_requests', { p_leads: [...leads], p_artist: artistId });
  return parseAnswer(assignedSchema, unwrap(answer));
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

/** Ends all links of a request and emails its client a new one, which an admin does not get. Throws an AppError. */
export async function replaceLeadLink(lead: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('rotate_request_link', { p_lead: lead }));
}
