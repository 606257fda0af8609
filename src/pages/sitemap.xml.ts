import type { APIRoute } from 'astro';
import { currentSite } from '#site/scope.ts';
import { absolute } from '#site/seo.ts';
import { sitemap } from '#site/sitemap.ts';
import { xmlResponse } from '#site/xml.ts';

export const GET: APIRoute = async ({ site }) => {
  const { catalog, media } = await currentSite();
  return xmlResponse(await sitemap(catalog, media, (path) => absolute(path, site)));
};
