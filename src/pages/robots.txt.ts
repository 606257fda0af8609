import type { APIRoute } from 'astro';
import { absolute } from '#site/seo.ts';

/** Everything public may be read; dashboards and sign-in say nothing to a search engine. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *
Disallow: /dashboard
Disallow: /auth

Sitemap: ${absolute('/sitemap.xml', site)}
`,
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  );
