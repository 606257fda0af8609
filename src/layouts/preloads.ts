import signsFont from '../styles/fonts/signs.woff2?url';

const PICTURE = /<source type="image\/avif" srcset="([^"]*)" sizes="([^"]*)"[^>]*>\s*<img([^>]*)>/g;

const FONT = `<link rel="preload" href="${signsFont}" as="font" type="font/woff2" crossorigin>`;
const SIGNS = /[★⭐]/;

/**
 * The page with the font of its signs and its first pictures named in the head: a policy in the page ends the
 * browser's look ahead, so that a picture in the body would wait for every stylesheet that a script before it waits
 * for.
 */
export function withPreloads(html: string): string {
  const links = [...(SIGNS.test(html) ? [FONT] : []), ...pictures(html)];
  return links.length === 0 ? html : html.replace('<link ', () => `${links.join('')}<link `);
}

function pictures(html: string): string[] {
  if (!html.includes('fetchpriority="high"')) return [];
  return [...html.matchAll(PICTURE)]
    .filter(([, , , image]) => image?.includes('fetchpriority="high"'))
    .map(
      ([, sources, sizes]) =>
        `<link rel="preload" as="image" type="image/avif" imagesrcset="${sources}" imagesizes="${sizes}" fetchpriority="high">`,
    );
}
