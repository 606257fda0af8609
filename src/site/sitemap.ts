import { paths } from '#config/paths.ts';
import type { ListedArtist } from '#features/artists/artist.ts';
import type { Mural } from '#features/murals/mural.ts';
import { fallbackSource } from '#features/pictures/picture.ts';
import { isIndexed } from './city-styles.ts';
import type { Directory } from './directory/directory.ts';
import type { MediaIndex } from './media.ts';
import { xmlText } from './xml.ts';

/** A page for search engines: where it is, when it changed, what it shows. */
interface Entry {
  path: string;
  changed?: string | undefined;
  images?: () => string[];
}

/** The protocol's limit for one file. */
const SITEMAP_URLS = 50_000;
const ENTRY_IMAGES = 3;

/** Entries written between two turns of others. */
const TURN = 500;
const FIXED = [
  paths.home,
  paths.artists,
  paths.murals,
  paths.serviceAreas,
  paths.quote,
  paths.cost,
  paths.join,
  paths.privacy,
  paths.terms,
];

/** The sitemap as XML; the newest pages are kept where there are more than one file may name. */
export async function sitemap(
  directory: Directory,
  media: MediaIndex,
  absolute: (path: string) => string,
): Promise<string> {
  const artists = directory.allArtists();
  const murals = directory.allMurals();
  const published = (urls: (string | null)[]) =>
    urls
      .flatMap((url) => media.picture(url) ?? [])
      .slice(0, ENTRY_IMAGES)
      .map((picture) => absolute(fallbackSource(picture)));
  const fixed: Entry[] = FIXED.map((path) => ({ path }));
  const places = lastChangeByCity(artists);
  const listed: Entry[] = directory.citySlugs().map((slug) => ({
    path: paths.city(slug),
    changed: places.get(slug),
  }));
  const styles: Entry[] = directory
    .cityStyles()
    .filter((pair) => isIndexed(pair.artists))
    .map(({ city, style }) => ({ path: paths.cityStyle(city, style), changed: places.get(city) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const permits: Entry[] = directory.permitSlugs().map((slug) => ({
    path: paths.permits(slug),
    changed: newest(directory.permits(slug)?.rules ?? []),
  }));
  const rows: Entry[] = [
    ...artists.map((artist) => ({
      path: paths.artist(artist.slug),
      changed: artist.updated_at,
      images: () => published([artist.profile_photo, ...artist.portfolio_images]),
    })),
    ...directory.reviewedSlugs().map((slug) => ({
      path: paths.reviews(slug),
      changed: newest(directory.reviewsPage(slug)?.reviews ?? []),
    })),
    ...murals.map((mural: Mural) => ({
      path: paths.mural(mural.slug),
      changed: mural.updated_at,
      images: () => published([mural.image_url, ...mural.gallery_images]),
    })),
  ].sort((a, b) =>
    a.changed < b.changed ? 1 : a.changed > b.changed ? -1 : a.path < b.path ? -1 : 1,
  );
  const entries = [...fixed, ...listed, ...permits, ...styles, ...rows].slice(0, SITEMAP_URLS);
  const elements: string[] = [];
  for (const entry of entries) {
    elements.push(urlElement(entry, absolute));
    if (elements.length % TURN === 0) await turn();
  }
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${elements.join('\n')}
</urlset>
`;
}

/** Requests that wait for a page get a turn; tens of thousands of entries take a while. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

/** A city's page changes with its artists. */
function lastChangeByCity(artists: readonly ListedArtist[]): Map<string, string> {
  const changes = new Map<string, string>();
  for (const { city_slug, updated_at } of artists) {
    if (city_slug && updated_at > (changes.get(city_slug) ?? ''))
      changes.set(city_slug, updated_at);
  }
  return changes;
}

const newest = (rows: readonly { updated_at: string }[]): string =>
  rows.reduce((last, { updated_at }) => (updated_at > last ? updated_at : last), '');

function urlElement(
  { path, changed, images = () => [] }: Entry,
  absolute: (path: string) => string,
) {
  const lastmod = changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : '';
  const pictures = images()
    .map((url) => `<image:image><image:loc>${xmlText(url)}</image:loc></image:image>`)
    .join('');
  return `<url><loc>${xmlText(absolute(path))}</loc>${lastmod}${pictures}</url>`;
}
