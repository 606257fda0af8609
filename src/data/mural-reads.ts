import { type Mural, muralSchema } from '#domain/mural.ts';
import type { BuildClient } from './build-client.ts';
import { parseRows, readAll } from './rows.ts';

const COLUMNS = Object.keys(muralSchema.shape).join(',');

const publicMurals = (client: BuildClient) =>
  client.from('murals').select(COLUMNS).eq('public_visible', true);

const newestFirst = (query: ReturnType<typeof publicMurals>) =>
  query.order('created_at', { ascending: false }).order('id');

export function readAllMurals(client: BuildClient): Promise<Mural[]> {
  return readAll(async (after, limit) => {
    const query = publicMurals(client).order('id').limit(limit);
    return parseRows('murals', muralSchema, await (after ? query.gt('id', after) : query));
  });
}

export async function readMural(client: BuildClient, slug: string): Promise<Mural | null> {
  const answer = await publicMurals(client).eq('slug', slug).limit(1);
  return parseRows('murals', muralSchema, answer)[0] ?? null;
}

export async function readRecentMurals(client: BuildClient, limit: number): Promise<Mural[]> {
  return parseRows('murals', muralSchema, await newestFirst(publicMurals(client)).limit(limit));
}

/** The newest of an artist or of a city. */
export async function readMuralsOf(
  client: BuildClient,
  owner: { artist_id: string } | { city_slug: string },
  limit: number,
): Promise<Mural[]> {
  const query = publicMurals(client).match(owner);
  return parseRows('murals', muralSchema, await newestFirst(query).limit(limit));
}
