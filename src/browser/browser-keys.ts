/**
 * Everything that the product keeps in a browser, whose it is, and so whether signing out erases it. A key without a
 * row here is refused by browser-keys.test.ts: on a shared computer the next person must find nothing of the last.
 */
interface Kept {
  area: 'localStorage' | 'sessionStorage' | 'indexedDB' | 'cookie' | 'caches';
  /** The key; one that ends in a star stands for all that begin like it. */
  key: string;
  /**
   * `person`: erased at sign-out. `device`: settings of the screen, the same for every person who uses it. `site`:
   * public pages.
   */
  whose: 'person' | 'device' | 'site';
  what: string;
}

export const BROWSER_KEYS: readonly Kept[] = [
  { area: 'localStorage', key: 'mural-auth*', whose: 'person', what: 'the session' },
  { area: 'localStorage', key: 'mural-role', whose: 'person', what: 'the role of the session' },
  {
    area: 'localStorage',
    key: 'mural-owner',
    whose: 'person',
    what: 'which account was here last',
  },
  { area: 'localStorage', key: 'mural-shortlist', whose: 'person', what: 'saved artists' },
  {
    area: 'localStorage',
    key: 'mural-recent',
    whose: 'person',
    what: 'artists whose pages were read',
  },
  {
    area: 'localStorage',
    key: 'mural-request',
    whose: 'person',
    what: 'the link of the last request that was sent',
  },
  {
    area: 'localStorage',
    key: 'mural-proofs',
    whose: 'person',
    what: 'codes typed for requests',
  },
  {
    area: 'localStorage',
    key: 'mural-claim',
    whose: 'person',
    what: 'the link of an artist page, to claim it',
  },
  {
    area: 'localStorage',
    key: 'mural-adoption',
    whose: 'person',
    what: 'requests kept out of the account',
  },
  {
    area: 'localStorage',
    key: 'quote.*',
    whose: 'person',
    what: 'quote requests, typed and on their way',
  },
  { area: 'sessionStorage', key: 'quote.*', whose: 'person', what: 'the same, of one tab' },
  {
    area: 'localStorage',
    key: 'message.*',
    whose: 'person',
    what: 'messages, typed and on their way',
  },
  {
    area: 'indexedDB',
    key: 'mural-pictures-sent',
    whose: 'person',
    what: 'photos of messages on their way',
  },
  {
    area: 'indexedDB',
    key: 'mural-pictures-draft',
    whose: 'person',
    what: 'photos of messages, reviews and sketches, not sent',
  },
  {
    area: 'localStorage',
    key: 'upload.*',
    whose: 'person',
    what: 'photos on their way into a portfolio',
  },
  { area: 'indexedDB', key: 'mural-pictures-upload', whose: 'person', what: 'the same, as files' },
  {
    area: 'localStorage',
    key: 'wall.*',
    whose: 'person',
    what: 'photos of a wall, for a request',
  },
  { area: 'indexedDB', key: 'mural-pictures-wall', whose: 'person', what: 'the same, as files' },
  {
    area: 'localStorage',
    key: 'proposal.draft.*',
    whose: 'person',
    what: 'what an artist typed into a proposal',
  },
  {
    area: 'localStorage',
    key: 'agreement.*',
    whose: 'person',
    what: 'what a person typed into an agreement or a payment',
  },
  {
    area: 'localStorage',
    key: 'site-facts.draft.*',
    whose: 'person',
    what: 'what a client typed about the site of a wall',
  },
  {
    area: 'localStorage',
    key: 'review.draft.*',
    whose: 'person',
    what: 'what a person typed into a review or a reply',
  },
  {
    area: 'localStorage',
    key: 'sketch.pin.*',
    whose: 'person',
    what: 'comments on a sketch, typed and on their way',
  },
  {
    area: 'localStorage',
    key: 'setup.draft.*',
    whose: 'person',
    what: 'what an artist typed at setup',
  },
  {
    area: 'localStorage',
    key: 'profile.draft.*',
    whose: 'person',
    what: 'what an artist typed into their profile',
  },
  {
    area: 'localStorage',
    key: 'mural.draft.*',
    whose: 'person',
    what: 'what an artist typed into a mural',
  },
  {
    area: 'sessionStorage',
    key: 'flash-toast',
    whose: 'person',
    what: 'a toast for the next page',
  },
  { area: 'localStorage', key: 'mural-theme', whose: 'device', what: 'light or dark' },
  {
    area: 'localStorage',
    key: 'mural-language',
    whose: 'device',
    what: 'the language that was chosen',
  },
  {
    area: 'sessionStorage',
    key: 'mural-place',
    whose: 'device',
    what: 'the place on a page, for its other language',
  },
  { area: 'localStorage', key: 'mural-left', whose: 'device', what: 'a sign-out, for a moment' },
  { area: 'cookie', key: 'mural_left', whose: 'device', what: 'which sign-out was the last one' },
  { area: 'cookie', key: 'sidebar_state', whose: 'device', what: 'whether the sidebar is open' },
  { area: 'caches', key: 'offline-*', whose: 'site', what: 'the page for a lost network' },
];

const means = (kept: Kept, key: string) =>
  kept.key.endsWith('*') ? key.startsWith(kept.key.slice(0, -1)) : key === kept.key;

/** Whose an item is; undefined for one that nobody has decided about. */
export function ownerOf(area: Kept['area'], key: string): Kept['whose'] | undefined {
  return BROWSER_KEYS.find((kept) => kept.area === area && means(kept, key))?.whose;
}
