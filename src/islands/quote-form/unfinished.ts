import { SHORTLIST_KEY } from '#stores/shortlist.ts';

/** The keys of this browser's storage that the form shows something of: a draft, requests on their way, a shortlist. */
export const UNFINISHED = `^(quote[.]|${SHORTLIST_KEY}$)`;
