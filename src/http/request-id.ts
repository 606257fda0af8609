/** By which one request is found again in logs and in the database. */
export const REQUEST_ID = 'x-request-id';

/** Short, and nothing that anybody could read as more than a name. */
const SAFE = /^[\w-]{8,40}$/;

/** The id that a proxy before us gave a request; undefined for anything else that stands in its place. */
export function safeRequestId(given: unknown): string | undefined {
  return typeof given === 'string' && SAFE.test(given) ? given : undefined;
}
