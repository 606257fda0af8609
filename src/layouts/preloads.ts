const PICTURE = /<source type="image\/avif" srcset="([^"]*)" sizes="([^"]*)"[^>]*>\s*<img([^>]*)>/g;

/**
 * The page with its first pictures named in the head: a policy in the page ends the browser's look ahead, so that a
 * picture in the body would wait for every stylesheet that a script before it waits for.
 */
export function withPreloads(html: string): string {
  if (!html.includes('fetchpriority="high"')) return html;
  const links = [...html.matchAll(PICTURE)]
    .filter(([, , , image]) => image?.includes('fetchpriority="high"'))
    .map(
      ([, sources, sizes]) =>
        `<link rel="preload" as="image" type="image/avif" imagesrcset="${sources}" imagesizes="${sizes}" fetchpriority="high">`,
    );
  return html.replace('<link ', () => `${links.join('')}<link `);
}
