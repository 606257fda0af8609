import { paths } from '#config/paths.ts';
import type { Affected } from '#site/affected-routes.ts';
import type { Catalog } from '#site/catalog.ts';
import type { Mirror } from './mirror.ts';

/** Fills in what a change alone does not say: the slugs of related rows, and all cities where every one is meant. */
export async function resolveRoutes(
  affected: Affected,
  mirror: Pick<Mirror, 'slugOfArtist' | 'muralSlugsOf'>,
  catalog: Pick<Catalog, 'citySlugs'>,
): Promise<Set<string>> {
  const routes = new Set(affected.routes);
  for (const id of affected.artists) {
    const slug = mirror.slugOfArtist(id);
    if (slug) routes.add(paths.artist(slug));
  }
  for (const id of affected.muralsOfArtists) {
    for (const slug of mirror.muralSlugsOf(id)) routes.add(paths.mural(slug));
  }
  if (affected.allCityPages) {
    for (const slug of await catalog.citySlugs()) routes.add(paths.city(slug));
  }
  return routes;
}
