import { type Artist, artistSchema } from '#domain/artist.ts';
import { z } from '#domain/zod.ts';
import type { BuildClient } from './build-client.ts';
import { parseRows, ReadError, readAll } from './rows.ts';

const COLUMNS = Object.keys(artistSchema.shape).join(',');

/** What a mural's page shows of its artist (specification, section 7). */
export const artistRefSchema = artistSchema.pick({
  id: true,
  name: true,
  slug: true,
  city: true,
  state: true,
  profile_photo: true,
});
export type ArtistRef = z.output<typeof artistRefSchema>;

const publicArtists = (client: BuildClient) =>
  client.from('artists').select(COLUMNS).eq('public_visible', true);

/** 'Featured First', the order of `COMPARATORS.featured`. */
const featuredFirst = (query: ReturnType<typeof publicArtists>, limit: number) =>
  query
    .order('featured', { ascending: false })
    .order('average_rating', { ascending: false })
    .order('id')
    .limit(limit);

export function readAllArtists(client: BuildClient): Promise<Artist[]> {
  return readAll(async (after, limit) => {
    const query = publicArtists(client).order('id').limit(limit);
    return parseRows('artists', artistSchema, await (after ? query.gt('id', after) : query));
  });
}

export async function readArtist(client: BuildClient, slug: string): Promise<Artist | null> {
  const answer = await publicArtists(client).eq('slug', slug).limit(1);
  return parseRows('artists', artistSchema, answer)[0] ?? null;
}

export async function readFeaturedArtists(client: BuildClient, limit: number): Promise<Artist[]> {
  const query = publicArtists(client).eq('featured', true);
  return parseRows('artists', artistSchema, await featuredFirst(query, limit));
}

export async function readFirstArtists(client: BuildClient, limit: number): Promise<Artist[]> {
  return parseRows('artists', artistSchema, await featuredFirst(publicArtists(client), limit));
}

export async function readCityArtists(
  client: BuildClient,
  citySlug: string,
  limit: number,
): Promise<Artist[]> {
  const query = publicArtists(client).eq('city_slug', citySlug);
  return parseRows('artists', artistSchema, await featuredFirst(query, limit));
}

/** The first artists of a city with one of these styles, spelled exactly so, and how many there are. */
export async function readCityStyleArtists(
  client: BuildClient,
  citySlug: string,
  styles: readonly string[],
  limit: number,
): Promise<{ artists: Artist[]; total: number }> {
  const matching = <Q extends ReturnType<typeof publicArtists>>(query: Q) =>
    query.eq('city_slug', citySlug).overlaps('styles', textArray(styles)) as Q;
  const [answer, { count, error }] = await Promise.all([
    featuredFirst(matching(publicArtists(client)), limit),
    client
      .from('artists')
      .select('id', { count: 'exact', head: true })
      .eq('public_visible', true)
      .eq('city_slug', citySlug)
      .overlaps('styles', textArray(styles)),
  ]);
  if (error || count === null) throw new ReadError('artists', error?.message ?? 'no count');
  return { artists: parseRows('artists', artistSchema, answer), total: count };
}

/** As PostgreSQL writes it: the client library joins items with commas, whatever is in them. */
const textArray = (items: readonly string[]) =>
  `{${items.map((item) => `"${item.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;

const styledSchema = artistSchema.pick({ id: true, city_slug: true, styles: true });
export type StyledArtist = z.output<typeof styledSchema>;

/** Where public artists work and in which styles; in one city, or in all of them. */
export function readStyled(client: BuildClient, citySlug?: string) {
  return readAll(async (after, limit) => {
    let query = client
      .from('artists')
      .select('id,city_slug,styles')
      .eq('public_visible', true)
      .order('id')
      .limit(limit);
    if (citySlug) query = query.eq('city_slug', citySlug);
    return parseRows('artists', styledSchema, await (after ? query.gt('id', after) : query));
  });
}

export async function countArtists(client: BuildClient): Promise<number> {
  const { count, error } = await client
    .from('artists')
    .select('id', { count: 'exact', head: true })
    .eq('public_visible', true);
  if (error || count === null) throw new ReadError('artists', error?.message ?? 'no count');
  return count;
}

export async function readArtistRef(client: BuildClient, id: string): Promise<ArtistRef | null> {
  const columns = Object.keys(artistRefSchema.shape).join(',');
  const answer = await client
    .from('artists')
    .select(columns)
    .eq('public_visible', true)
    .eq('id', id)
    .limit(1);
  return parseRows('artists', artistRefSchema, answer)[0] ?? null;
}

const keySchema = z.object({ id: z.guid(), slug: z.string() });

/** Slugs of all public rows of `artists` or `murals`. */
export async function readSlugs(
  client: BuildClient,
  table: 'artists' | 'murals',
): Promise<string[]> {
  const rows = await readAll(async (after, limit) => {
    const query = client
      .from(table)
      .select('id,slug')
      .eq('public_visible', true)
      .order('id')
      .limit(limit);
    return parseRows(table, keySchema, await (after ? query.gt('id', after) : query));
  });
  return rows.map((row) => row.slug);
}
