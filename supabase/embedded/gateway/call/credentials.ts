import { createHash, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../base/options.ts';
import type { Call } from './call.ts';
import { json } from './responses.ts';

/** Who calls, read once: what the headers say after it is all that anybody behind the door gets to see. */
export interface Credentials {
  apikey: string | null;
  /** The bearer token of a person; a key in its place is not one. */
  token: string | null;
  /** Carries the secret key. */
  service: boolean;
}

/** RFC 6750, section 2.1: one space, the characters of token68, and nothing after them. */
const BEARER = /^Bearer ([\w.~+/-]+=*)$/i;

/**
 * Takes the key and the token of a request out of its headers and query, and puts them back in one canonical form.
 * @returns the sentence to refuse with, when they are not exactly what they should be.
 */
export function readCredentials(
  headers: Headers,
  query: URLSearchParams,
  keys: Keys,
): Credentials | string {
  const given = [headers.get('apikey'), ...query.getAll('apikey')].filter((key) => key !== null);
  query.delete('apikey');
  const [apikey = null] = given;
  if (given.some((key) => key !== apikey)) return 'The request carries different API keys';
  if (apikey !== null) headers.set('apikey', apikey);

  const authorization = headers.get('authorization');
  headers.delete('authorization');
  const service = apikey !== null && isSecret(apikey, keys.secretKey);
  if (authorization === null) return { apikey, token: null, service };
  const token = BEARER.exec(authorization)?.[1];
  if (!token) return 'The authorization is not a bearer token';
  // supabase-js says its key again while nobody is signed in.
  if (token === apikey || isSecret(token, keys.publishableKey))
    return { apikey, token: null, service };
  if (token.startsWith('sb_')) return 'The authorization is a key of another kind';
  headers.set('authorization', `Bearer ${token}`);
  return { apikey, token, service };
}

/** Whether a browser asks, by the name that all of them give: none may hold the secret key. */
export const isBrowser = (headers: Headers) =>
  /^\s*Mozilla\s*\/\s*5\s*\.\s*0/i.test(headers.get('user-agent') ?? '');

/** The answer of hosted's API gateway to a key that is missing, wrong or in the wrong hands; null for a good one. */
export function refuseKey({ headers, service }: Call, keys: Keys): Response | null {
  const refuse = (code: string, body: { message: string; hint?: string }) =>
    json(401, body, { 'sb-error-code': `UNAUTHORIZED_${code}` });
  const key = headers.get('apikey');
  if (!key) {
    const hint = 'No `apikey` request header or url param was found.';
    return refuse('MISSING_API_KEY', { message: 'No API key found in request', hint });
  }
  if (!service && key !== keys.publishableKey) {
    const hint = 'Double check your Supabase `apikey`';
    return refuse('INVALID_API_KEY', { message: 'Invalid API key', hint });
  }
  if (service && isBrowser(headers)) {
    const message = 'Forbidden use of secret API key in browser';
    return refuse('INVALID_API_KEY_TYPE', { message });
  }
  return null;
}

/** Whether this is the secret, which the time of the answer does not tell. */
export function isSecret(shown: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(secret));
}
