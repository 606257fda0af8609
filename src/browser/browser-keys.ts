type Area = 'localStorage' | 'sessionStorage' | 'indexedDB' | 'cookie' | 'caches';

/**
 * `person`: erased at sign-out. `device`: settings of the screen, the same for every person who uses it. `site`: public
 * pages.
 */
type Whose = 'person' | 'device' | 'site';

/**
 * Everything that the product keeps in a browser, whose it is, and so whether signing out erases it. A key without a
 * row here is refused by browser-keys.test.ts: on a shared computer the next person must find nothing of the last. A key
 * that ends in a star stands for all that begin like it.
 */
const KEPT: Readonly<Record<Whose, readonly [key: string, what: string, area?: Area][]>> = {
  person: [
    ['mural-auth*', 'the session'],
    ['mural-role', 'the role of the session'],
    ['mural-owner', 'which account was here last'],
    ['mural-shortlist', 'saved artists'],
    ['mural-recent', 'artists whose pages were read'],
    ['mural-request', 'the link of the last request that was sent'],
    ['mural-proofs', 'codes typed for requests'],
    ['mural-claim', 'the link of an artist page, to claim it'],
    ['mural-adoption', 'requests kept out of the account'],
    ['quote.*', 'quote requests, typed and on their way'],
    ['quote.*', 'the same, of one tab', 'sessionStorage'],
    ['message.*', 'messages, typed and on their way'],
    ['mural-pictures-sent', 'photos of messages on their way', 'indexedDB'],
    ['mural-pictures-draft', 'photos of messages, reviews and sketches, not sent', 'indexedDB'],
    ['upload.*', 'photos on their way into a portfolio'],
    ['mural-pictures-upload', 'the same, as files', 'indexedDB'],
    ['wall.*', 'photos of a wall, for a request'],
    ['mural-pictures-wall', 'the same, as files', 'indexedDB'],
    ['proposal.draft.*', 'what an artist typed into a proposal'],
    ['agreement.*', 'what a person typed into an agreement or a payment'],
    ['site-facts.draft.*', 'what a client typed about the site of a wall'],
    ['review.draft.*', 'what a person typed into a review or a reply'],
    ['sketch.pin.*', 'comments on a sketch, typed and on their way'],
    ['setup.draft.*', 'what an artist typed at setup'],
    ['profile.draft.*', 'what an artist typed into their profile'],
    ['mural.draft.*', 'what an artist typed into a mural'],
    ['flash-toast', 'a toast for the next page', 'sessionStorage'],
  ],
  device: [
    ['mural-theme', 'light or dark'],
    ['mural-language', 'the language that was chosen'],
    ['mural-place', 'the place on a page, for its other language', 'sessionStorage'],
    ['mural-left', 'a sign-out, for a moment'],
    ['mural_left', 'which sign-out was the last one', 'cookie'],
    ['sidebar_state', 'whether the sidebar is open', 'cookie'],
  ],
  site: [['offline-*', 'the page for a lost network', 'caches']],
};

export const BROWSER_KEYS = (Object.keys(KEPT) as Whose[]).flatMap((whose) =>
  KEPT[whose].map(([key, what, area = 'localStorage']) => ({ area, key, whose, what })),
);

const means = (kept: string, key: string) =>
  kept.endsWith('*') ? key.startsWith(kept.slice(0, -1)) : key === kept;

/** Whose an item is; undefined for one that nobody has decided about. */
export function ownerOf(area: Area, key: string): Whose | undefined {
  return BROWSER_KEYS.find((kept) => kept.area === area && means(kept.key, key))?.whose;
}
