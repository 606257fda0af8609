import { adminList } from '#data/admin-list.ts';
import { AppError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { ask } from '#data/rpc.ts';
import { MESSAGES } from '#lib/errors.ts';
import { z } from '#lib/zod.ts';
import { adminArtistSchema, isArtistId } from './admin-artist.ts';
import { adminArtistCardSchema } from './artist-choice.ts';

export const listArtists = adminList('admin_list_artists', adminArtistSchema);

/** Sets one switch of artists. Throws an AppError, `artist_id_invalid` before anything is sent (section 5). */
export async function switchArtists(ids: readonly string[], change: ArtistSwitch): Promise<void> {
  if (!ids.every(isArtistId)) {
    throw new AppError({ code: 'artist_id_invalid', message: MESSAGES.artist_id_invalid });
  }
  const client = await browserClient();
  const answer = await client.from('artists').update(change).in('id', ids).select('id');
  // Row-level security answers a forbidden or vanished row with nothing, not with an error.
  if (unwrap(answer).length < ids.length) {
    throw new AppError({ code: 'artist_unknown', message: MESSAGES.artist_unknown, status: 404 });
  }
}

/** The first ten artists whose name, city, slug or email holds `search`. Throws an AppError. */
export const findArtists = (search: string, signal?: AbortSignal) =>
  ask(z.array(adminArtistCardSchema), 'admin_find_artists', { p_search: search }, signal);

export type ArtistSwitch = { public_visible: boolean } | { featured: boolean };
