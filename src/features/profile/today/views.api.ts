import { apiKey, apiUrl, browserClient } from '#data/browser-client.ts';

/**
 * Counts a view of an artist's page. Without supabase-js, which visitors do not load; with it for who is signed in, whose
 * own page does not count. Fails like `fetch`.
 */
export async function countView(slug: string, signedIn: boolean): Promise<void> {
  const parameters = { p_page: 'artist', p_slug: slug };
  if (signedIn) await (await browserClient()).rpc('count_view', parameters);
  else
    await fetch(`${apiUrl()}/rest/v1/rpc/count_view`, {
      method: 'POST',
      // Also when the page is left meanwhile.
      keepalive: true,
      headers: { apikey: apiKey(), 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    });
}
