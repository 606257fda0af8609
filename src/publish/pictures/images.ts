import { paths } from '#config/paths.ts';
import type { ListedArtist } from '#features/artists/artist.ts';
import type { City } from '#features/cities/city.ts';
import type { RatesRow } from '#features/estimates/rates-row.ts';
import type { Mural, MuralRedirect } from '#features/murals/mural.ts';
import type { CityRule } from '#features/permits/city-rule.ts';
import type { PublicReview } from '#features/requests/reviews/public-review.ts';
import { isIndexed } from '#site/city-styles.ts';
import type { Directory } from '#site/directory/directory.ts';
import type { DirectoryChange } from '#site/directory/directory-change.ts';
import { artistPreview, cityPreview, cityStylePreview, muralPreview } from '#site/previews.ts';
import type { ImageRef } from './media.ts';
import type { PreviewPage } from './preview-queue.ts';

/** Every picture that the site's pages refer to. */
export function allImages(directory: Directory): ImageRef[] {
  return [
    ...directory.allArtists().flatMap((artist) => shownWith(artist, directory)),
    ...directory.allMurals().flatMap(muralImages),
    ...directory.cities().flatMap(cityImages),
  ];
}

type ArtistImages = Pick<ListedArtist, 'slug' | 'profile_photo' | 'portfolio_images'>;
type MuralImages = Pick<Mural, 'slug' | 'image_url' | 'gallery_images' | 'before_url'>;
type CityImages = Pick<City, 'slug' | 'cover_photo'>;

function artistImages(artist: ArtistImages): ImageRef[] {
  return refs(`Artist ${artist.slug}`, [artist.profile_photo, ...artist.portfolio_images]);
}

/** Those on the pages of an artist that no other row brings: what clients have shown, too. */
function shownWith(artist: ArtistImages & { id: string }, directory: Directory): ImageRef[] {
  return [...artistImages(artist), ...directory.reviewsOf(artist.id).flatMap(reviewImages)];
}

function reviewImages({ id, pictures }: Pick<PublicReview, 'id' | 'pictures'>): ImageRef[] {
  return refs(`Review ${id}`, pictures);
}

function muralImages(mural: MuralImages): ImageRef[] {
  return refs(`Mural ${mural.slug}`, [mural.image_url, ...mural.gallery_images, mural.before_url]);
}

function cityImages(city: CityImages): ImageRef[] {
  return refs(`City ${city.slug}`, [city.cover_photo]);
}

function refs(row: string, urls: readonly (string | null)[]): ImageRef[] {
  return urls.flatMap((url) => (url ? [{ url, row }] : []));
}

/** The pictures of a row, as far as pages show them; of a change, those that it brings. */
export function changeImages({ table, new: row }: ShownRow, directory: Directory): ImageRef[] {
  if (!row) return [];
  if (table === 'artists') return shownWith(row, directory);
  if (table === 'reviews') return reviewImages(row);
  if (table === 'murals') return muralImages(row);
  return table === 'cities' ? cityImages(row) : [];
}

/** A row of any table; a change shows its new one. */
type ShownRow =
  | { table: 'artists'; new: ListedArtist | null }
  | { table: 'murals'; new: Mural | null }
  | { table: 'cities'; new: City | null }
  | { table: 'reviews'; new: PublicReview | null }
  | { table: 'mural_redirects'; new: MuralRedirect | null }
  | { table: 'estimate_rates'; new: RatesRow | null }
  | { table: 'city_rules'; new: CityRule | null };

type Usable = (url: string) => boolean;

/** The pages that have a preview image of their own. */
export function allPreviews(directory: Directory, usable: Usable): PreviewPage[] {
  const shown: ShownRow[] = [
    ...directory.cities().map((row) => ({ table: 'cities' as const, new: row })),
    ...directory.allArtists().map((row) => ({ table: 'artists' as const, new: row })),
    ...directory.allMurals().map((row) => ({ table: 'murals' as const, new: row })),
  ];
  const styles = directory
    .cityStyles()
    .filter(({ artists }) => isIndexed(artists))
    .map(({ city, style }) => paths.cityStyle(city, style));
  return [
    ...cityStylePages(directory, styles, usable),
    ...shown.flatMap((row) => changePreview(row, usable)),
  ];
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll('X', '([^/]+)')}$`);
const CITY_STYLE = pattern(paths.cityStyle('X', 'X'));
const ROW_PAGES = {
  artists: pattern(paths.artist('X')),
  murals: pattern(paths.mural('X')),
  cities: pattern(paths.city('X')),
};

/**
 * Those among these routes that have a preview image. It says what the page does, and that may be other than the
 * changed row: a place is called what the table of cities calls it.
 */
export function pagePreviews(
  directory: Directory,
  routes: ReadonlySet<string>,
  usable: Usable,
): PreviewPage[] {
  const slugIn = (route: string, page: RegExp) => decodeURIComponent(page.exec(route)?.[1] ?? '');
  const rows = [...routes].flatMap((route): ShownRow[] => [
    { table: 'artists', new: directory.artist(slugIn(route, ROW_PAGES.artists)) },
    { table: 'murals', new: directory.mural(slugIn(route, ROW_PAGES.murals))?.mural ?? null },
    { table: 'cities', new: directory.cityPage(slugIn(route, ROW_PAGES.cities))?.city ?? null },
  ]);
  return [
    ...rows.flatMap((row) => changePreview(row, usable)),
    ...cityStylePages(directory, routes, usable),
  ];
}

/** Those among these routes that show a style in a city and have a preview image. */
function cityStylePages(
  directory: Directory,
  routes: Iterable<string>,
  usable: Usable,
): PreviewPage[] {
  return [...routes].flatMap((route) => {
    const [, city, style] = CITY_STYLE.exec(route) ?? [];
    const found = city && style ? directory.cityStylePage(city, style) : null;
    return found ? page(route, cityStylePreview(found, usable)) : [];
  });
}

/** The changed row's own page, if it has a preview image. */
export function changePreview({ table, new: row }: ShownRow, usable: Usable): PreviewPage[] {
  if (!row) return [];
  if (table === 'artists') return page(paths.artist(row.slug), artistPreview(row, usable));
  if (table === 'murals') return page(paths.mural(row.slug), muralPreview(row));
  return table === 'cities' ? page(paths.city(row.slug), cityPreview(row)) : [];
}

/** A change seen from the other side: what it took away. */
export const takenBy = (change: DirectoryChange): ShownRow =>
  ({ table: change.table, new: change.old }) as ShownRow;

function page(route: string, preview: PreviewPage['preview'] | null): PreviewPage[] {
  return preview ? [{ route, preview }] : [];
}
