import { apiKey, apiUrl, browserClient } from '#data/browser-client.ts';

/** A public page that is looked at, or one of its pictures by its place (from 0) among so many. */
export interface SeenPage {
  page: string;
  slug: string;
  picture?: { place: number; of: number };
}

/**
 * Counts a view. Without supabase-js, which visitors do not load; with it for who is signed in, whose own page does not
 * count. Fails like `fetch`.
 */
export async function countView(
  { page, slug, picture }: SeenPage,
  signedIn: boolean,
): Promise<void> {
  const parameters = {
    p_page: page,
    p_slug: slug,
    ...(picture && { p_picture: picture.place, p_pictures: picture.of }),
  };
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
