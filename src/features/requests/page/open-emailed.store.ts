import { trackRequest } from './request-link.api.ts';
import { openEmailedLink } from './tracked-request.ts';

/** What the client of the request that a token opens can do to get news by email; empty where they do. */
export const readOpenEmailed = async (token: string): Promise<string> =>
  openEmailedLink(await trackRequest({ p_token: token }));
