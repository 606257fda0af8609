import type { APIRoute } from 'astro';
import { currentSite } from '#site/scope.ts';
import { absolute } from '#site/seo.ts';
import { sitemapPart, sitemapParts } from '#site/sitemap.ts';
import { xmlResponse } from '#site/xml.ts';

export async function getStaticPaths() {
  const { directory } = await currentSite();
  return Array.from({ length: sitemapParts(directory) }, (_, n) => ({
    params: { part: String(n + 1) },
  }));
}

export const GET: APIRoute = async ({ url, params }) => {
  const { directory, media } = await currentSite();
  const at = (path: string) => absolute(path, url);
  const xml = await sitemapPart(directory, media, at, Number(params.part));
  return xml === null ? new Response(null, { status: 404 }) : xmlResponse(xml);
};
