import type { APIRoute } from 'astro';
import { LOCALE } from '#config/language.ts';
import { paths, SITE_FILES } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { fallbackSource } from '#features/pictures/picture.ts';
import { shownSince } from '#site/orders.ts';
import { currentSite } from '#site/scope.ts';
import { absolute } from '#site/seo.ts';
import { xmlResponse, xmlText } from '#site/xml.ts';

/** Readers take a description for HTML. */
const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${xmlText(part).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** New murals, newest first. An item stays the same one when its title changes, and its address with it. */
export const GET: APIRoute = async ({ url: base }) => {
  const { directory, media } = await currentSite();
  const url = (path: string) => xmlText(absolute(path, base));
  const items = directory.feed().map((mural) => {
    const link = url(paths.mural(mural.slug));
    const picture = media.picture(mural.image_url);
    const image = picture
      ? `<media:content url="${url(fallbackSource(picture))}" medium="image"/>`
      : '';
    return `<item><title>${xmlText(mural.title)}</title><link>${link}</link><guid isPermaLink="false">urn:uuid:${mural.id}</guid><pubDate>${new Date(shownSince(mural)).toUTCString()}</pubDate><description>${xmlText(paragraphs(mural.description ?? mural.title))}</description>${image}</item>`;
  });
  return xmlResponse(`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>New murals on ${SITE.name}</title>
<link>${url(paths.home)}</link>
<atom:link href="${url(SITE_FILES.feed)}" rel="self" type="application/rss+xml"/>
<description>${SITE.tagline}</description>
<language>${LOCALE.toLowerCase()}</language>
${items.join('\n')}
</channel></rss>
`);
};
