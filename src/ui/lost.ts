/**
 * What the inline scripts of islands do when something does not arrive. Every page with an island carries this text,
 * and it counts against what a page may load before the first press.
 */

/**
 * Says on the page that a part of it is missing, in words that the page holds ready; or no longer. Once, and not at
 * each try: what components/scripts/lost-toast.ts adds to it stays.
 */
export function sayLost(isLost: boolean): void {
  const notice = document.querySelector<HTMLElement>('#lost');
  if (notice && isLost === !notice.textContent)
    notice.textContent = isLost ? (notice.dataset.text as string) : '';
}

/** Ends when the network comes back, or after so many milliseconds. */
export const networkOr = (ms: number): Promise<unknown> =>
  new Promise((done) => {
    addEventListener('online', done, { once: true });
    setTimeout(done, ms);
  });

/**
 * Fetches a script and all that it imports at once, into the browser's cache. Some browsers remember for the life of
 * the page that a module could not be had: so nothing is imported before all of it is there.
 */
export async function fetchScript(url: string, asked = new Set<string>()): Promise<unknown> {
  if (asked.has(url)) return;
  asked.add(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(url);
  const imports = (await response.text()).matchAll(STATIC_IMPORT);
  return Promise.all(
    [...imports].map(([, path]) => fetchScript(new URL(path ?? '', response.url).href, asked)),
  );
}
/** What bundles import at their top: plain strings, as the bundler writes them. A list of its own would be a download more. */
export const STATIC_IMPORT = /(?:from|import)\s*["'`](\.[^"'`]+)/g;
