import { paths } from '#config/paths.ts';
import type { Artist } from '#domain/artist.ts';
import type { City } from '#domain/city.ts';
import type { Mural } from '#domain/mural.ts';
import type { SiteChange } from '#site/affected-routes.ts';
import type { Catalog } from '#site/catalog.ts';
import { isIndexed } from '#site/city-styles.ts';
import { artistPreview, cityPreview, cityStylePreview, muralPreview } from '#site/previews.ts';
import type { ImageRef } from './media.ts';
import type { PreviewPage } from './preview-queue.ts';

/** Every picture that the site's pages refer to. */
export async function allImages(catalog: Catalog): Promise<ImageRef[]> {
  const [artists, murals, cities] = await Promise.all([
    catalog.allArtists(),
    catalog.allMurals(),
    catalog.cities(),
  ]);
  return [
    ...artists.flatMap(artistImages),
    ...murals.flatMap(muralImages),
    ...cities.flatMap(cityImages),
  ];
}

type ArtistImages = Pick<Artist, 'slug' | 'profile_photo' | 'portfolio_images'>;
type MuralImages = Pick<Mural, 'slug' | 'image_url' | 'gallery_images'>;
type CityImages = Pick<City, 'slug' | 'cover_photo'>;

export function artistImages(artist: ArtistImages): ImageRef[] {
  return refs(`Artist ${artist.slug}`, [artist.profile_photo, ...artist.portfolio_images]);
}

export function muralImages(mural: MuralImages): ImageRef[] {
  return refs(`Mural ${mural.slug}`, [mural.image_url, ...mural.gallery_images]);
}

export function cityImages(city: CityImages): ImageRef[] {
  return refs(`City ${city.slug}`, [city.cover_photo]);
}

function refs(row: string, urls: readonly (string | null)[]): ImageRef[] {
  return urls.flatMap((url) => (url ? [{ url, row }] : []));
}

/** The pictures that a changed row brings with it, as far as pages show them. */
export function changeImages({ table_name: table, new: row }: SiteChange): ImageRef[] {
  if (!row || row.public_visible === false) return [];
  if (table === 'artists') return artistImages(row as unknown as ArtistImages);
  if (table === 'murals') return muralImages(row as unknown as MuralImages);
  return table === 'cities' ? cityImages(row as unknown as CityImages) : [];
}

type Usable = (url: string) => boolean;

/** The pages that have a preview image of their own. */
export async function allPreviews(catalog: Catalog, usable: Usable): Promise<PreviewPage[]> {
  const [artists, murals, cities] = await Promise.all([
    catalog.allArtists(),
    catalog.allMurals(),
    catalog.cities(),
  ]);
  return [
    ...cities.flatMap((city) => page(paths.city(city.slug), cityPreview(city))),
    ...artists.flatMap((artist) => page(paths.artist(artist.slug), artistPreview(artist, usable))),
    ...murals.flatMap((mural) => page(paths.mural(mural.slug), muralPreview(mural))),
  ];
}

/** Those of all styles in all cities, read one after the other: a large directory has thousands. */
export async function* allCityStylePreviews(
  catalog: Pick<Catalog, 'cityStyles' | 'cityStylePage'>,
  usable: Usable,
): AsyncGenerator<PreviewPage> {
  for (const { city, style, artists } of await catalog.cityStyles())
    if (isIndexed(artists))
      yield* await cityStylePages(catalog, [paths.cityStyle(city, style)], usable);
}

const CITY_STYLE = new RegExp(`^${paths.cityStyle('X', 'X').replaceAll('X', '([^/]+)')}$`);

/** Those among these routes that show a style in a city and have a preview image. */
export async function cityStylePages(
  catalog: Pick<Catalog, 'cityStylePage'>,
  routes: Iterable<string>,
  usable: Usable,
): Promise<PreviewPage[]> {
  const pages: PreviewPage[] = [];
  for (const route of routes) {
    const [, city, style] = CITY_STYLE.exec(route) ?? [];
    const found = city && style ? await catalog.cityStylePage(city, style) : null;
    if (found) pages.push(...page(route, cityStylePreview(found, usable)));
  }
  return pages;
}

/** The changed row's own page, if it has a preview image. */
export function changePreview(
  { table_name: table, new: row }: SiteChange,
  usable: Usable,
): PreviewPage[] {
  if (!row || row.public_visible === false) return [];
  const slug = String(row.slug);
  if (table === 'artists')
    return page(paths.artist(slug), artistPreview(row as unknown as Artist, usable));
  if (table === 'murals') return page(paths.mural(slug), muralPreview(row as unknown as Mural));
  return table === 'cities' ? page(paths.city(slug), cityPreview(row as unknown as City)) : [];
}

function page(route: string, preview: PreviewPage['preview'] | null): PreviewPage[] {
  return preview ? [{ route, preview }] : [];
}
