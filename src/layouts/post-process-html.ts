import type { MiddlewareHandler } from 'astro';
import { withEarlyScripts } from './early-scripts.ts';
import { withOwnIsland } from './own-island.ts';
import { withOwnHashes } from './policy.ts';
import { withPreloads } from './preloads.ts';

/** What concerns a page as a whole, and is known only when all of it is there. */
export const onRequest: MiddlewareHandler = async ({ locals }, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = withOwnHashes(withOwnIsland(await response.text()));
  const finished = withPreloads(withEarlyScripts(html));
  locals.finished?.(finished);
  return new Response(locals.finished ? null : finished, response);
};
