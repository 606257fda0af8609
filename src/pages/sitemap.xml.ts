import type { APIRoute } from 'astro';
import { currentSite } from '#site/scope.ts';
import { absolute } from '#site/seo.ts';
import { sitemap } from '#site/sitemap.ts';
import { xmlResponse } from '#site/xml.ts';

export const GET: APIRoute = async ({ url }) => {
  const { directory, media } = await currentSite();
  return xmlResponse(await sitemap(directory, media, (path) => absolute(path, url)));
};
