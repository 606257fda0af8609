import { alternatesOf } from '#config/language-paths.ts';
import { paths, SITE_FILES } from '#config/paths.ts';
import type { ListedArtist } from '#features/artists/artist.ts';
import type { Mural } from '#features/murals/mural.ts';
import { fallbackSource } from '#features/pictures/picture.ts';
import { isIndexed } from './city-styles.ts';
import type { Directory } from './directory/directory.ts';
import type { MediaIndex } from './media.ts';
import type { Absolute } from './seo.ts';
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

/** The route of the sitemap; of its parts from 1 on where it names more than one file may. */
export const sitemapRoute = (part = 0): string =>
  part > 0 ? SITE_FILES.sitemapPart(part) : SITE_FILES.sitemap;

/** The sitemap as XML: of the pages, or of its parts. */
export async function sitemap(
  directory: Directory,
  media: MediaIndex,
  absolute: Absolute,
): Promise<string> {
  const entries = entriesOf(directory, media, absolute);
  if (entries.length <= SITEMAP_URLS) return urlset(entries, absolute);
  const elements = partsOf(entries).map((part, n) => {
    const changed = part.reduce((last, { changed = '' }) => (changed > last ? changed : last), '');
    return `<sitemap><loc>${xmlText(absolute(sitemapRoute(n + 1)))}</loc>${lastmod(changed)}</sitemap>`;
  });
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${elements.join('\n')}
</sitemapindex>
`;
}

/** One of its parts, from 1 on; null for one that is not there. */
export async function sitemapPart(
  directory: Directory,
  media: MediaIndex,
  absolute: Absolute,
  part: number,
): Promise<string | null> {
  const entries = entriesOf(directory, media, absolute);
  const found = entries.length > SITEMAP_URLS && partsOf(entries)[part - 1];
  return found ? urlset(found, absolute) : null;
}

/** How many parts it has; none where one file names all pages. */
export function sitemapParts(directory: Directory): number {
  const { length } = entriesOf(directory);
  return length > SITEMAP_URLS ? Math.ceil(length / SITEMAP_URLS) : 0;
}

function partsOf(entries: readonly Entry[]): Entry[][] {
  return Array.from({ length: Math.ceil(entries.length / SITEMAP_URLS) }, (_, n) =>
    entries.slice(n * SITEMAP_URLS, (n + 1) * SITEMAP_URLS),
  );
}

/** Every page that search engines should know. Rows stand in the order of their paths, so that a change is in one part. */
function entriesOf(
  directory: Directory,
  media: MediaIndex | null = null,
  absolute: Absolute = (path) => path,
): Entry[] {
  const artists = directory.allArtists();
  const murals = directory.allMurals();
  const published = (urls: (string | null)[]) =>
    urls
      .flatMap((url) => media?.picture(url) ?? [])
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
    .sort(byPath);
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
  ].sort(byPath);
  return [...fixed, ...listed, ...permits, ...styles, ...rows];
}

const byPath = (a: Entry, b: Entry) => (a.path < b.path ? -1 : 1);

async function urlset(entries: readonly Entry[], absolute: Absolute): Promise<string> {
  const elements: string[] = [];
  for (const entry of entries) {
    elements.push(urlElement(entry, absolute));
    if (elements.length % TURN === 0) await turn();
  }
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
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

const lastmod = (changed: string | undefined) =>
  changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : '';

function urlElement({ path, changed, images = () => [] }: Entry, absolute: Absolute) {
  const alternates = alternatesOf(path)
    .map(([language, other]) => {
      const href = xmlText(absolute(other));
      return `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`;
    })
    .join('');
  const pictures = images()
    .map((url) => `<image:image><image:loc>${xmlText(url)}</image:loc></image:image>`)
    .join('');
  return `<url><loc>${xmlText(absolute(path))}</loc>${lastmod(changed)}${alternates}${pictures}</url>`;
}
