import type { APIRoute } from 'astro';
import { paths, SITE_FILES } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { currentSite } from '#site/scope.ts';
import { absolute } from '#site/seo.ts';

/** The site in a page of text, for language models (llmstxt.org). */
export const GET: APIRoute = async ({ url }) => {
  const { directory } = await currentSite();
  const link = (path: string, label: string, text: string) =>
    `- [${label}](${absolute(path, url)}): ${text}`;
  const cities = directory
    .cities()
    .map((city) =>
      link(
        paths.city(city.slug),
        `${city.city_name}, ${city.state}`,
        city.description ?? 'Muralists by city',
      ),
    );
  const body = `# ${SITE.name}

> ${SITE.tagline}: a directory of muralists with portfolios, styles, mediums and ratings, and free quote requests that the client sends to artists of their choice.

## Pages

${[
  link(
    paths.artists,
    'Mural artists',
    'every public artist; search by text, city, style and medium',
  ),
  link(
    paths.murals,
    'Murals',
    'every public mural; search by text, city, style, surface and medium',
  ),
  link(paths.serviceAreas, 'Service areas', 'the cities artists paint in'),
  link(paths.quote, 'Get a quote', 'request form, no account needed'),
  link(
    paths.cost,
    'What a mural costs',
    'price ranges by size, design, wall and height, with sources',
  ),
  link(paths.join, 'Join', 'for artists'),
  link(paths.privacy, 'Privacy', 'what is kept, for how long, who sees it'),
  link(paths.terms, 'Terms', 'the rules of the site'),
  link(SITE_FILES.sitemap, 'Sitemap', 'all pages'),
].join('\n')}
${cities.length > 0 ? `\n## Cities\n\n${cities.join('\n')}\n` : ''}`;
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
