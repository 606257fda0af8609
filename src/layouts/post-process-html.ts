import type { MiddlewareHandler } from 'astro';
import { withEarlyScripts } from './early-scripts.ts';
import { withOwnIsland } from './own-island.ts';
import { withOwnHashes } from './policy.ts';
import { withPreloads } from './preloads.ts';

/** What concerns a page as a whole, and is known only when all of it is there. */
export const onRequest: MiddlewareHandler = async (_, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = withOwnHashes(withOwnIsland(await response.text()));
  return new Response(withPreloads(withEarlyScripts(html)), response);
};
