const BEFORE_ISLANDS = /(?:<script>[^<]*(?:<(?!\/script>)[^<]*)*<\/script>)+(?=<astro-island)/g;
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/;
const STYLESHEET = '<link rel="stylesheet"';

/**
 * The page with the scripts of its islands before its stylesheets. Where Astro writes them, before the first island,
 * each waits for every stylesheet above it, and the rest of the page waits with it. The style of islands goes with
 * them: in the body, where it comes from, no style may stand.
 */
export function withEarlyScripts(html: string): string {
  if (!html.includes(STYLESHEET)) return html;
  const early: string[] = [];
  const take = (found: string) => {
    early.push(found);
    return '';
  };
  const rest = html.replace(ISLAND_STYLE, take).replace(BEFORE_ISLANDS, take);
  return early.length === 0 ? html : rest.replace(STYLESHEET, () => early.join('') + STYLESHEET);
}
