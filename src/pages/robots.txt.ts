import type { APIRoute } from 'astro';
import { absolute } from '#site/seo.ts';

/** Everything public may be read; dashboards and sign-in say nothing to a search engine. */
export const GET: APIRoute = ({ url }) =>
  new Response(
    `User-agent: *
Disallow: /dashboard
Disallow: /auth

Sitemap: ${absolute('/sitemap.xml', url)}
`,
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  );
