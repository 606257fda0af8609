const BEFORE_ISLANDS = /(?:<script>[^<]*(?:<(?!\/script>)[^<]*)*<\/script>)+(?=<astro-island)/g;
const STYLESHEET = '<link rel="stylesheet"';

/**
 * The page with the scripts of its islands before its stylesheets. Where Astro writes them, before the first island,
 * each waits for every stylesheet above it, and the rest of the page waits with it.
 */
export function withEarlyScripts(html: string): string {
  const scripts: string[] = [];
  const rest = html.replace(BEFORE_ISLANDS, (found) => {
    scripts.push(found);
    return '';
  });
  if (scripts.length === 0 || !rest.includes(STYLESHEET)) return html;
  return rest.replace(STYLESHEET, () => scripts.join('') + STYLESHEET);
}
