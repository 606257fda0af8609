import { type City, citySchema, type Facet, facetSchema } from '#domain/city.ts';
import type { BuildClient } from './build-client.ts';
import { parseRows } from './rows.ts';

const CITY_COLUMNS = Object.keys(citySchema.shape).join(',');
const FACET_COLUMNS = Object.keys(facetSchema.shape).join(',');
/** PostgREST gives at most 1,000 rows an answer; there are fewer cities than that, but facets may be more. */
const FACET_PAGE = 1000;

export async function readCities(client: BuildClient): Promise<City[]> {
  const answer = await client.from('cities').select(CITY_COLUMNS).order('city_name').order('id');
  return parseRows('cities', citySchema, answer);
}

export async function readCity(client: BuildClient, slug: string): Promise<City | null> {
  const answer = await client.from('cities').select(CITY_COLUMNS).eq('slug', slug).limit(1);
  return parseRows('cities', citySchema, answer)[0] ?? null;
}

/** All facets of a kind that have an artist. */
export async function readFacets(client: BuildClient, kind: Facet['kind']): Promise<Facet[]> {
  const facets: Facet[] = [];
  for (;;) {
    const answer = await client
      .from('directory_facets')
      .select(FACET_COLUMNS)
      .eq('kind', kind)
      .gt('artist_count', 0)
      .order('value')
      .range(facets.length, facets.length + FACET_PAGE - 1);
    const page = parseRows('directory_facets', facetSchema, answer);
    facets.push(...page);
    if (page.length < FACET_PAGE) return facets;
  }
}

export async function readCityFacet(client: BuildClient, slug: string): Promise<Facet | null> {
  const answer = await client
    .from('directory_facets')
    .select(FACET_COLUMNS)
    .eq('kind', 'city')
    .eq('value', slug)
    .gt('artist_count', 0)
    .limit(1);
  return parseRows('directory_facets', facetSchema, answer)[0] ?? null;
}
