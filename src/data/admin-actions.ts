import { isArtistId } from '#domain/admin.ts';
import type { City, CityForm } from '#domain/city.ts';
import { citySchema } from '#domain/city.ts';
import { MESSAGES } from '#domain/errors.ts';
import { type Match, matchSchema } from '#domain/lead.ts';
import { z } from '#domain/zod.ts';
import { AppError, parseAnswer, toAppError, unwrap } from './app-error.ts';
import { browserClient } from './browser-client.ts';

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

/** Gives a lead to exactly these artists; those who had it and stay keep their status. Throws an AppError. */
export async function assignLead(leadId: string, artistIds: readonly string[]): Promise<void> {
  const client = await browserClient();
  const { error, status } = await client.rpc('admin_assign_lead', {
    p_lead: leadId,
    p_artists: [...artistIds],
  });
  if (error) throw toAppError(error, status);
}

const releasedSchema = z.object({ matches: z.array(matchSchema) });

/** Lets a held lead through; gives the artists that fit it, for the admin to choose from. Throws an AppError. */
export async function releaseLead(leadId: string): Promise<Match[]> {
  const client = await browserClient();
  const answer = await client.rpc('admin_release_lead', { p_lead: leadId });
  return parseAnswer(releasedSchema, unwrap(answer)).matches;
}

type CityChange = CityForm & { cover_photo: string | null };

/** Adds a service area, or changes one when `id` is given; gives the stored row. Throws an AppError. */
export async function saveCity(id: string | null, change: CityChange): Promise<City> {
  const client = await browserClient();
  const cities = client.from('cities');
  const write = id ? cities.update(change).eq('id', id) : cities.insert(change);
  const [row] = unwrap(await write.select());
  if (!row) {
    throw new AppError({ code: 'not_allowed', message: MESSAGES.not_allowed, status: 403 });
  }
  return parseAnswer(citySchema, row);
}

/** Removes a service area. Its page stays while a public artist works there. Throws an AppError. */
export async function deleteCity(id: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.from('cities').delete().eq('id', id).select('id'));
}
