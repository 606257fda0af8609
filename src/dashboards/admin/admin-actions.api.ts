import { isArtistId } from './admin.ts';
import type { City, CityForm } from '#features/cities/city.ts';
import { citySchema } from '#features/cities/city.ts';
import { MESSAGES } from '#lib/errors.ts';
import { type Match, matchSchema } from '#features/requests/lead.ts';
import { z } from '#lib/zod.ts';
import { type ArtistChoice, artistChoiceSchema } from './admin-lists.api.ts';
import { AppError, parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';

type ArtistSwitch = { public_visible: boolean } | { featured: boolean };

/** Sets one switch of an artist. Throws an AppError, `artist_id_invalid` before anything is sent (section 5). */
export async function switchArtist(id: string, change: ArtistSwitch): Promise<void> {
  if (!isArtistId(id)) {
    throw new AppError({ code: 'artist_id_invalid', message: MESSAGES.artist_id_invalid });
  }
  const client = await browserClient();
  const answer = await client.from('artists').update(change).eq('id', id).select('id');
  // Row-level security answers a forbidden or vanished row with nothing, not with an error.
  if (unwrap(answer).length === 0) {
    throw new AppError({ code: 'artist_unknown', message: MESSAGES.artist_unknown, status: 404 });
  }
}

const assignedSchema = z.object({ artists: z.array(artistChoiceSchema) });

/**
 * Changes who has a lead from the artists that were read to these; gives everybody who has it then, those included
 * whom somebody else added meanwhile. Who stays keeps their status. Throws an AppError.
 */
export async function assignLead(
  leadId: string,
  artistIds: readonly string[],
  read: readonly string[],
): Promise<ArtistChoice[]> {
  const client = await browserClient();
  const answer = await client.rpc('admin_assign_request', {
    p_lead: leadId,
    p_artists: [...artistIds],
    p_read: [...read],
  });
  return parseAnswer(assignedSchema, unwrap(answer)).artists;
}

const releasedSchema = z.object({ matches: z.array(matchSchema) });

/** Lets a held lead through; gives the artists that fit it, for the admin to choose from. Throws an AppError. */
export async function releaseLead(leadId: string): Promise<Match[]> {
  const client = await browserClient();
  const answer = await client.rpc('admin_release_request', { p_lead: leadId });
  return parseAnswer(releasedSchema, unwrap(answer)).matches;
}

const deletedSchema = z.object({ deleted: z.array(z.string()) });

/** Deletes held leads, all of them without ids; gives those that were. Throws an AppError. */
export async function deleteHeldLeads(leadIds?: string[]): Promise<string[]> {
  const client = await browserClient();
  const answer = await client.rpc('delete_held_requests', leadIds ? { p_leads: leadIds } : {});
  return parseAnswer(deletedSchema, unwrap(answer)).deleted;
}

/** Takes the deletion of held leads back, within a day. Throws an AppError. */
export async function keepHeldLeads(leadIds: string[]): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('keep_held_requests', { p_leads: leadIds }));
}

/** Sends a mail again that was sent or has failed. Throws an AppError. */
export async function resendMail(id: number): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('resend_mail', { p_id: id }));
}

/** What the city form edits, as it is stored. */
export type CityFields = CityForm & { cover_photo: string | null };

/** Adds a service area; gives the stored row. Throws an AppError. */
export async function addCity(fields: CityFields): Promise<City> {
  const client = await browserClient();
  const answer = await client.from('cities').insert(fields).select().single();
  return parseAnswer(citySchema, unwrap(answer));
}

/**
 * Saves what was changed in a service area and gives the stored row; `read` holds what the changed fields were when
 * they were read. Throws an AppError, `changed_elsewhere` when one of them is not that any more.
 */
export async function saveCity(
  id: string,
  changes: Partial<CityFields>,
  read: Partial<CityFields>,
): Promise<City> {
  const client = await browserClient();
  const answer = await client.rpc('save_city', { p_city: id, p_changes: changes, p_read: read });
  return parseAnswer(citySchema, unwrap(answer));
}

/** A service area as it is now. Throws an AppError. */
export const readCity = (id: string): Promise<City> => saveCity(id, {}, {});

/** Removes a service area. Its page stays while a public artist works there. Throws an AppError. */
export async function deleteCity(id: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.from('cities').delete().eq('id', id).select('id'));
}
