import type { MiddlewareHandler } from 'astro';
import { withOwnHashes } from './policy.ts';
import { withPreloads } from './preloads.ts';

/** What concerns a page as a whole, and is known only when all of it is there. */
export const onRequest: MiddlewareHandler = async (_, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  return new Response(withPreloads(withOwnHashes(await response.text())), response);
};
