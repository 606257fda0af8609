import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond } from './respond.ts';

/** Answers for a process that takes no hooks, so that the caller learns why. */
export function noHooks(_: IncomingMessage, response: ServerResponse, pathname: string): boolean {
  if (!pathname.startsWith('/hooks/')) return false;
  respond(response, 404, { error: 'This process takes no hooks (ROLES).' });
  return true;
}
