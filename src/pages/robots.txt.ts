import type { APIRoute } from 'astro';
import { LANGUAGES, pathIn } from '#config/language-paths.ts';
import { paths, SITE_FILES } from '#config/paths.ts';
import { absolute } from '#site/seo.ts';

/** Everything public may be read; dashboards and sign-in say nothing to a search engine. */
export const GET: APIRoute = ({ url }) => {
  const all = (path: string) => LANGUAGES.map((language) => pathIn(language, path));
  const body = `User-agent: *
${['/dashboard', paths.auth]
  .flatMap(all)
  .map((path) => `Disallow: ${path}`)
  .join('\n')}

${all(SITE_FILES.sitemap)
  .map((path) => `Sitemap: ${absolute(path, url)}`)
  .join('\n')}
`;
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
