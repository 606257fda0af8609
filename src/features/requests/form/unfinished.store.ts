import { AUTH_STORAGE_KEY } from '#data/browser-client.ts';

/**
 * The keys of this browser's storage that the form shows something of: a draft, requests on their way, photos of a wall, an
 * account that says who is asking.
 */
export const UNFINISHED = `^(quote[.]|wall[.]set[.]|${AUTH_STORAGE_KEY}$)`;
