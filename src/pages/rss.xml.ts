import type { APIRoute } from 'astro';
import { paths } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { fallbackSource } from '#features/pictures/picture.ts';
import { currentSite } from '#site/scope.ts';
import { absolute } from '#site/seo.ts';
import { xmlResponse, xmlText } from '#site/xml.ts';

/** New murals, newest first. */
export const GET: APIRoute = async ({ url: base }) => {
  const { directory, media } = await currentSite();
  const url = (path: string) => xmlText(absolute(path, base));
  const items = directory.feed().map((mural) => {
    const link = url(paths.mural(mural.slug));
    const picture = media.picture(mural.image_url);
    const image = picture
      ? `<media:content url="${url(fallbackSource(picture))}" medium="image"/>`
      : '';
    return `<item><title>${xmlText(mural.title)}</title><link>${link}</link><guid>${link}</guid><pubDate>${new Date(mural.created_at).toUTCString()}</pubDate><description>${xmlText(mural.description ?? mural.title)}</description>${image}</item>`;
  });
  return xmlResponse(`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>New murals on ${SITE.name}</title>
<link>${url(paths.home)}</link>
<atom:link href="${url('/rss.xml')}" rel="self" type="application/rss+xml"/>
<description>${SITE.tagline}</description>
<language>en-us</language>
${items.join('\n')}
</channel></rss>
`);
};
