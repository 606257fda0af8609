import { paths } from '#config/paths.ts';
import type { Affected } from '#site/affected-routes.ts';
import type { Catalog } from '#site/catalog.ts';
import type { Mirror } from './mirror.ts';

/**
 * All routes of a change, its own pages first: fills in the slugs of related rows, and all cities where every one is
 * meant. `facetsChanged` is what `FacetWatch` says of the batch.
 */
export async function resolveRoutes(
  affected: Affected,
  mirror: Pick<Mirror, 'slugOfArtist' | 'muralSlugsOf'>,
  catalog: Pick<Catalog, 'citySlugs' | 'cityStyles'>,
  facetsChanged: boolean,
): Promise<Set<string>> {
  const routes = new Set([...affected.own, ...affected.routes]);
  for (const id of affected.artists) {
    const slug = mirror.slugOfArtist(id);
    if (slug) routes.add(paths.artist(slug));
  }
  for (const id of affected.muralsOfArtists) {
    for (const slug of mirror.muralSlugsOf(id)) routes.add(paths.mural(slug));
  }
  const renamed = affected.facets && facetsChanged;
  if (affected.allCityPages || renamed) {
    for (const slug of await catalog.citySlugs()) routes.add(paths.city(slug));
  }
  if (renamed || affected.stylesOfCities.size > 0) {
    for (const { city, style } of await catalog.cityStyles()) {
      if (renamed || affected.stylesOfCities.has(city)) routes.add(paths.cityStyle(city, style));
    }
  }
  return routes;
}

/** Notices when the styles or mediums on offer are others than at the last look; the first look is a change. */
export class FacetWatch {
  private readonly catalog: Pick<Catalog, 'facets'>;
  private seen = '';

  constructor(catalog: Pick<Catalog, 'facets'>) {
    this.catalog = catalog;
  }

  async changed(): Promise<boolean> {
    const [styles, mediums] = await Promise.all([
      this.catalog.facets('style'),
      this.catalog.facets('medium'),
    ]);
    const labels = JSON.stringify([styles, mediums].map((list) => list.map((f) => f.label)));
    const changed = labels !== this.seen;
    this.seen = labels;
    return changed;
  }

  /** The pages made at the last look may not show what was seen then: look at the next change as at the first. */
  forget(): void {
    this.seen = '';
  }
}
