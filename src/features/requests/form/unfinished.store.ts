import { AUTH_STORAGE_KEY } from '#data/browser-client.ts';
import { SHORTLIST_KEY } from '#features/directory/shortlist/shortlist.store.ts';

/**
 * The keys of this browser's storage that the form shows something of: a draft, requests on their way, photos of a wall, a shortlist, an
 * account that says who is asking.
 */
export const UNFINISHED = `^(quote[.]|wall[.]set[.]|(${SHORTLIST_KEY}|${AUTH_STORAGE_KEY})$)`;
